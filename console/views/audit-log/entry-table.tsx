import type { AuditEntry } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { SecretValue } from '../../parts/secret-value.tsx';
import { Time } from '../../parts/time.tsx';
import { AUDIT_LOG_PATH } from '../../routing/audit-log-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { EntrySentence } from './entry-sentence.tsx';
import { History } from './history.tsx';
import type { Names } from './use-known-names.ts';

interface EntryTableProps {
  readonly entries: readonly AuditEntry[];
  /** Names of targets, by id. */
  readonly names: Names;
}

const Details = ({ entry }: { readonly entry: AuditEntry }) => (
  <details class="details">
    <summary>
      Details<span class="visually-hidden"> of {entry.action}</span>
    </summary>
    <SecretValue label="JSON" what="entry" value={JSON.stringify(entry, null, 2)} class="text-block" />
  </details>
);

/** An invitation has no user yet, so it targets the organization. */
const nameOf = ({ action, targetId }: AuditEntry, names: Names): string | undefined =>
  /^(?:organization\..*|user\.invited)$/.test(action) ? 'the organization' : names.get(targetId);

const columnsOf = (names: Names): readonly Column<AuditEntry>[] => [
  { title: 'Time', width: 'l', render: ({ at }) => <Time at={at} isExact /> },
  {
    title: 'Who',
    isClipped: true,
    width: 'l',
    render: ({ actor: { id, name, from } }) => (
      <>
        <a class="line" href={hrefOf(AUDIT_LOG_PATH, { actorId: id })}>
          {name}
        </a>
        {from !== null && <span class="line muted">from {from}</span>}
      </>
    ),
  },
  {
    title: 'What',
    isHeading: true,
    render: (entry) => (
      <>
        <span class="block">
          <EntrySentence entry={entry} names={names} />
        </span>
        <Details entry={entry} />
        {/^(?:import|export)\./.test(entry.action) && <History entry={entry} />}
      </>
    ),
  },
  {
    title: 'Target',
    width: 's',
    render: (entry) => (
      <a href={hrefOf(AUDIT_LOG_PATH, { targetId: entry.targetId })}>
        All entries<span class="visually-hidden"> about {nameOf(entry, names) ?? entry.targetId}</span>
      </a>
    ),
  },
];

export const EntryTable = ({ entries, names }: EntryTableProps) => (
  <DataTable caption="Audit log" columns={columnsOf(names)} items={entries} keyOf={({ id }) => id} />
);
