import type { AuditEntry } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { hrefOf } from '../../routing/route.ts';
import { auditLogPath } from './audit-log-paths.ts';
import { describeEntry } from './describe-entry.ts';
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
    <pre class="text-block">
      <code>{JSON.stringify(entry, null, 2)}</code>
    </pre>
  </details>
);

/** An invitation has no user yet, so it targets the organization. */
const nameOf = ({ action, targetId }: AuditEntry, names: Names): string | undefined =>
  /^(?:organization\..*|user\.invited)$/.test(action) ? 'the organization' : names.get(targetId);

const columnsOf = (names: Names): readonly Column<AuditEntry>[] => [
  { title: 'Time', render: ({ at }) => <Time at={at} isExact /> },
  {
    title: 'Who',
    render: ({ actor: { id, name, from } }) => (
      <>
        <a class="line" href={hrefOf(auditLogPath({ actorId: id }))} title="All entries of this user">
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
        <span class="line">{describeEntry(entry)}</span>
        <Details entry={entry} />
      </>
    ),
  },
  {
    title: 'Target',
    render: (entry) => (
      <a
        class="anywhere"
        href={hrefOf(auditLogPath({ targetId: entry.targetId }))}
        title="All entries of this target"
      >
        {nameOf(entry, names) ?? <code>{entry.targetId}</code>}
      </a>
    ),
  },
];

export const EntryTable = ({ entries, names }: EntryTableProps) => (
  <DataTable caption="Audit log" columns={columnsOf(names)} items={entries} keyOf={({ id }) => id} />
);
