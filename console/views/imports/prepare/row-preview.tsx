import type { ImportCheck, ImportPreview } from '../../../api/types.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';

/** Wider tables would slow down the browser. */
const MAX_COLUMNS = 50;

interface RowPreviewProps {
  readonly preview: ImportPreview;
  /** The first rows that would be rejected. */
  readonly rejected: ImportCheck['rejected'];
}

/** The first rows of the file as they stand there. */
export const RowPreview = ({ preview: { columns, rows }, rejected }: RowPreviewProps) => {
  const reasons = new Map(rejected.map(({ line, reason }) => [line, reason]));
  const names = columns.length === 0 ? ['Row'] : columns.slice(0, MAX_COLUMNS).map(({ name }) => name);
  return (
    <div class="section">
      <h2 id="first-rows">First rows</h2>
      {rows.length === 0 ? (
        <p class="muted">The file has no rows.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus
        <section class="sheet" aria-labelledby="first-rows" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells, problem }) => (
                <tr key={line}>
                  <th scope="row">
                    {line}
                    {problem === null && reasons.has(line) && (
                      <span title={reasons.get(line)}>
                        {' '}
                        <StatusBadge tone="bad">Rejected</StatusBadge>
                      </span>
                    )}
                  </th>
                  {problem === null ? (
                    names.map((name, index) => <td key={name}>{cells[index]}</td>)
                  ) : (
                    <td colSpan={names.length}>
                      <strong>Cannot be read: {problem}.</strong> {cells[0]}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
};
