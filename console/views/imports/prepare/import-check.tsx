import { factsOfPlan } from '../../../../shared/contract/imports/import-plan.ts';
import type { ImportCheck } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { formatCount, formatNumber } from '../../../parts/numbers.ts';
import { RejectedList } from '../outcome/rejected-list.tsx';
import { countsByKind, factsOfTotals, type RowCounts } from '../outcome/totals.ts';
import { type Fields, labelOf, noteText } from './mappings.ts';
import type { Check } from './use-check.ts';

type KindCounts = RowCounts & { readonly label: string };

const COLUMNS: readonly Column<KindCounts>[] = [
  { title: 'Kind', isHeading: true, render: ({ label }) => label },
  { title: 'Rows', isNumeric: true, render: ({ read }) => formatNumber(read) },
  { title: 'New', isNumeric: true, render: ({ created }) => formatNumber(created) },
  { title: 'Changed', isNumeric: true, render: ({ changed }) => formatNumber(changed) },
  { title: 'Unchanged', isNumeric: true, render: ({ unchanged }) => formatNumber(unchanged) },
  { title: 'Rejected', isNumeric: true, render: ({ rejected }) => formatNumber(rejected) },
  { title: 'Warnings', isNumeric: true, render: ({ warnings }) => formatNumber(warnings) },
];

/** A warning with the words for its field, which most reasons start with. */
const warningText = (fields: Fields, field: string, reason: string): string => {
  const named = [field, field.split('.')[0]].find((name) => reason.startsWith(`${name}: `));
  const detail = named === undefined ? reason : reason.slice(named.length + 2);
  return `${labelOf(fields, field)}: ${noteText(fields, detail)}`;
};

/** What is decided before the rows are imported, and what they would do besides. */
const factsOf = ({ plan, counts }: ImportCheck): readonly (Fact | undefined)[] => [
  ...(plan === null ? [] : factsOfPlan(plan)),
  ...factsOfTotals(counts),
];

const sumOf = (rows: readonly KindCounts[], count: 'read' | 'rejected'): number =>
  rows.reduce((sum, row) => sum + row[count], 0);

interface OutcomeProps {
  readonly fields: Fields;
  readonly check: ImportCheck;
}

const Outcome = ({ fields, check }: OutcomeProps) => {
  const { counts, isWholeFile, rejected, warnings } = check;
  const rows = countsByKind(counts);
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
      <Facts facts={factsOf(check)} />
      <p class="hint">
        {isWholeFile
          ? 'The whole file was checked. Nothing is written yet.'
          : `Only the first ${formatCount(sumOf(rows, 'read'), 'row was', 'rows were')} checked: ` +
            'the file has more. Nothing is written yet.'}
      </p>
      {rejected.length > 0 && (
        <>
          <h3>Rejected rows</h3>
          <RejectedList rejected={rejected} total={sumOf(rows, 'rejected')} />
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3>Warnings</h3>
          <ul>
            {warnings.map(({ field, reason, count, line, value }) => (
              <li key={`${field} ${reason}`}>
                {warningText(fields, field, reason)}{' '}
                <span class="muted">
                  ({count === 1 ? '' : `${formatNumber(count)} cells, first `}line {line}: “{value}”)
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

interface ImportCheckResultProps {
  readonly fields: Fields;
  readonly check: Check;
}

/** Preview of the import with the present settings. Nothing is written before it starts. */
export const ImportCheckResult = ({ fields, check }: ImportCheckResultProps) => {
  const { value, isCurrent } = check;
  return (
    <section class="section" aria-labelledby="check" aria-busy={!isCurrent}>
      <h2 id="check">Preview of the import</h2>
      <LoadedMessage loaded={check} />
      {value !== undefined &&
        (value.problem === null ? (
          <Outcome fields={fields} check={value} />
        ) : (
          <div class="problem">
            <p class="problem-title">The file cannot be imported with these settings</p>
            <p>{value.problem}</p>
          </div>
        ))}
    </section>
  );
};
