import type { Import } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { formatCount, formatNumber } from '../../../parts/numbers.ts';
import { ProgressBar } from '../../../parts/progress-bar.tsx';
import { Time } from '../../../parts/time.tsx';
import { ImportStatus, isByCommand, isUnderWay, percentOf } from '../import-status.tsx';
import { describeSettings } from '../settings-text.ts';
import { ImportFiles } from './import-files.tsx';
import { ImportNotice } from './import-notice.tsx';
import { countsByKind, createdIn, factsOfTotals, type RowCounts } from './totals.ts';

type Row = RowCounts & { readonly label: string };

const OUTCOMES = ['read', 'created', 'changed', 'unchanged', 'merged', 'rejected', 'warnings'] as const;

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Kind', isHeading: true, render: ({ label }) => label },
  ...OUTCOMES.map(
    (outcome): Column<Row> => ({
      title: outcome.charAt(0).toUpperCase() + outcome.slice(1),
      isNumeric: true,
      render: (row) => formatNumber(row[outcome]),
    }),
  ),
];

const factsOf = (shown: Import): readonly (Fact | undefined)[] => {
  const { startedBy, startedAt, finishedAt, createdAt, size, deletions, counts } = shown;
  return [
    ['Status', <ImportStatus key="status" status={shown.status} counts={shown.counts} />],
    ['Started by', startedBy.name],
    ['Started', <Time key="started" at={startedAt ?? createdAt} isExact />],
    finishedAt === null ? undefined : ['Finished', <Time key="finished" at={finishedAt} isExact />],
    ['Size', `${formatNumber(size)} bytes`],
    ['Settings', describeSettings(shown.settings)],
    ...(counts === null ? [] : factsOfTotals(counts)),
    deletions === null ? undefined : ['Deleted', formatNumber(deletions.deleted)],
    isByCommand(shown)
      ? ['File', 'imported by command, not stored here']
      : ['Object', <code key="object">{shown.objectKey}</code>],
  ];
};

const Progress = ({ shown }: { readonly shown: Import }) => {
  const { status, undo } = shown;
  if (status === 'undoing' && undo !== null) {
    const created = createdIn(shown);
    const label = `Undoing: ${formatNumber(undo.deleted)} of ${formatCount(created, 'record')} deleted`;
    return <ProgressBar label={label} share={Math.min(0.99, undo.deleted / Math.max(created, 1))} />;
  }
  return <ProgressBar label={status === 'queued' ? 'Queued' : 'Importing'} share={percentOf(shown) / 100} />;
};

/** The progress of an import, and what became of its rows. */
export const ImportOutcome = ({ shown }: { readonly shown: Import }) => (
  <>
    <ImportNotice shown={shown} />
    {isUnderWay(shown) && (
      <section class="section card" aria-label="Progress">
        <Progress shown={shown} />
      </section>
    )}
    <Facts facts={factsOf(shown)} />
    {shown.counts !== null && (
      <section class="section" aria-labelledby="rows">
        <h2 id="rows">Rows</h2>
        {countsByKind(shown.counts).length === 0 && !isUnderWay(shown) && (
          <p class="muted">The file has no rows.</p>
        )}
        <DataTable
          caption="Rows"
          columns={COLUMNS}
          items={countsByKind(shown.counts)}
          keyOf={({ label }) => label}
        />
      </section>
    )}
    {shown.counts !== null || !isUnderWay(shown) ? <ImportFiles shown={shown} /> : null}
  </>
);
