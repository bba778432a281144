import type { Export } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { AUDIT_LOG_PATH } from '../../routing/audit-log-paths.ts';
import { recordPath } from '../../routing/record-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { RESOURCES } from '../../words.ts';
import { ExportFiles } from './export-files.tsx';
import { ExportState } from './export-state.tsx';
import { FORMATS } from './formats.ts';

/** What an export of a program is limited to. */
const Limits = ({ callListId, changedSince, fields }: Export) => (
  <>
    {callListId !== null && (
      <span class="block">
        of <a href={hrefOf(recordPath('call-lists', callListId))}>one call list</a>
      </span>
    )}
    {changedSince !== null && (
      <span class="block muted">
        changed since <Time at={changedSince} isPoint />
      </span>
    )}
    {fields.length > 0 && <span class="block muted">selected fields</span>}
  </>
);

const COLUMNS: readonly Column<Export>[] = [
  {
    title: 'Records',
    width: 'm',
    isHeading: true,
    render: (shown) => (
      <>
        <span class="strong">{RESOURCES[shown.resource]}</span>
        <Limits {...shown} />
      </>
    ),
  },
  { title: 'Format', width: 's', render: ({ format }) => FORMATS[format] },
  { title: 'State', render: (shown) => <ExportState shown={shown} /> },
  { title: 'Files', render: ({ files }) => <ExportFiles files={files} /> },
  { title: 'Expires', width: 's', render: ({ expiresAt }) => <Time at={expiresAt} none="–" /> },
  {
    title: 'Started',
    width: 'm',
    isClipped: true,
    render: ({ id, createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />
        <span class="line muted">by {createdBy.name}</span>
        <a class="line" href={hrefOf(AUDIT_LOG_PATH, { targetId: id })}>
          Audit log
        </a>
      </>
    ),
  },
];

export const ExportTable = ({ items }: { readonly items: readonly Export[] }) => (
  <DataTable caption="Exports" columns={COLUMNS} items={items} keyOf={({ id }) => id} />
);
