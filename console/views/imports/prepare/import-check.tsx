import type { ImportCheck } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { countsByKind, formatCount, type RowCounts } from '../outcome/totals.ts';
import type { Check } from './use-check.ts';

type KindCounts = RowCounts & { readonly label: string };

const COLUMNS: readonly Column<KindCounts>[] = [
  { title: 'Kind', isHeading: true, render: ({ label }) => label },
  { title: 'Rows', isNumeric: true, render: ({ read }) => formatCount(read) },
  { title: 'New', isNumeric: true, render: ({ created }) => formatCount(created) },
  { title: 'Changed', isNumeric: true, render: ({ changed }) => formatCount(changed) },
  { title: 'Unchanged', isNumeric: true, render: ({ unchanged }) => formatCount(unchanged) },
  { title: 'Rejected', isNumeric: true, render: ({ rejected }) => formatCount(rejected) },
  { title: 'Warnings', isNumeric: true, render: ({ warnings }) => formatCount(warnings) },
];

const sumOf = (rows: readonly KindCounts[], count: 'rejected'): number =>
  rows.reduce((sum, row) => sum + row[count], 0);

const Outcome = ({ check }: { readonly check: ImportCheck }) => {
  const { counts, isWholeFile, rejected, warnings } = check;
  const rows = countsByKind(counts);
  const hidden = sumOf(rows, 'rejected') - rejected.length;
  return (
    <div class="outcome">
      {rows.length === 0 ? (
        <p class="muted">The file has no rows.</p>
      ) : (
        <DataTable
          caption="Preview of the import"
          columns={COLUMNS}
          items={rows}
          keyOf={({ label }) => label}
        />
      )}
      {!isWholeFile && <p class="hint">Checked with the first rows: the file has more.</p>}
      {rejected.length > 0 && (
        <>
          <h3>Rejected rows</h3>
          <ul>
            {rejected.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
            {hidden > 0 && <li>{formatCount(hidden)} more</li>}
          </ul>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3>Warnings</h3>
          <ul>
            {warnings.map(({ field, reason, count, line, value }) => (
              <li key={`${field} ${reason}`}>
                {field}: {reason}{' '}
                <span class="muted">
                  ({count === 1 ? '' : `${formatCount(count)} cells, first `}line {line}: “{value}”)
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

/** Preview of the import with the present settings. Nothing is written before it starts. */
export const ImportCheckResult = ({ check }: { readonly check: Check }) => {
  const { value, isCurrent } = check;
  return (
    <section class="section" aria-labelledby="check" aria-busy={!isCurrent}>
      <h2 id="check">Preview of the import</h2>
      <LoadedMessage loaded={check} />
      {value !== undefined &&
        (value.problem === null ? (
          <Outcome check={value} />
        ) : (
          <div class="problem">
            <p class="problem-title">The file cannot be imported with these settings</p>
            <p>{value.problem}</p>
          </div>
        ))}
    </section>
  );
};
