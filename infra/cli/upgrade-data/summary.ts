import type { StoredPoolUsers } from '../../../shared/organizations/users/store-pool-users.ts';
import type { UpgradeReport } from '../../../shared/records/upgrade/upgrade-table.ts';
import { alignedTable } from '../support/table.ts';

const LABELS = {
  people: 'people',
  companies: 'companies',
  callLists: 'call lists',
  callListEntries: 'call list entries',
} as const;

const KINDS = Object.keys(LABELS) as readonly (keyof typeof LABELS)[];

/** What the command did. */
export interface DataReport extends UpgradeReport {
  readonly users: StoredPoolUsers;
}

/** Ids that are printed in full. */
const PRINTED_IDS = 20;

const listed = (ids: Iterable<string>): string => {
  const distinct = [...new Set(ids)];
  const more = distinct.length - PRINTED_IDS;
  return `${distinct.slice(0, PRINTED_IDS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The counts as a table, and how many organizations are complete. */
export const summaryOf = ({ stored, upgraded, organizations, users }: DataReport): readonly string[] => {
  const rows = KINDS.map((kind) => [LABELS[kind], String(stored[kind]), String(upgraded[kind])]);
  const all = organizations.complete + organizations.incomplete.length;
  rows.push(['users', String(users.stored), String(users.added)]);
  return [
    ...alignedTable([['', 'stored', 'upgraded'], ...rows]),
    `Organizations with complete collections: ${organizations.complete} of ${all}`,
  ];
};

/** What the operator should know besides the counts, and do. */
export const remarksOf = (report: UpgradeReport): readonly string[] => {
  const { organizations, corrected, unverified, unreadable } = report;
  const organizationsOf = (list: UpgradeReport['corrected']): string =>
    listed(list.map(({ organizationId }) => organizationId));
  return [
    ...(corrected.length === 0
      ? []
      : [`Corrected totals that the previous version left wrong: ${organizationsOf(corrected)}`]),
    ...(unverified.length === 0
      ? []
      : [
          `Totals that changed during the scan and were not verified: ${organizationsOf(unverified)}. To verify them, repeat the command while no import runs.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `Items that lack a required attribute: ${unreadable}. Import their records again, then repeat the command.`,
        ]),
    ...(organizations.incomplete.length === 0
      ? []
      : [
          `Incomplete organizations: ${listed(organizations.incomplete)}.${
            unreadable === 0
              ? ' Writers of the earlier version are still active: stop them, then repeat the command.'
              : ''
          }`,
        ]),
  ];
};
