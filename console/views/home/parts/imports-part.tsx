import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { IMPORTS_PATH, importPath, UPLOAD_PATH } from '../../../routing/import-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { hasRejectedRows, ImportStatus } from '../../imports/import-status.tsx';
import { describeTotals } from '../../imports/outcome/totals.ts';
import { HomePart, NextStep } from '../home-part.tsx';

const LIMIT = 5;

/** What the import waits for its user to do. */
const actionOf = (shown: Import): string | undefined => {
  if (shown.status === 'uploaded') return 'Start it';
  if (shown.status === 'failed') return 'See why';
  if (shown.status === 'awaiting_confirmation') return 'Confirm';
  return hasRejectedRows(shown) ? 'See rejected rows' : undefined;
};

const ImportItem = ({ shown }: { readonly shown: Import }) => {
  const { id, fileName, status, counts, createdAt } = shown;
  const action = actionOf(shown);
  return (
    <li>
      <p>
        <a class="strong" href={hrefOf(importPath(id))}>
          {fileName}
        </a>{' '}
        <ImportStatus status={status} counts={counts} />
        <span class="block muted">
          <Time at={createdAt} />
          {counts !== null && `: ${describeTotals(counts)}`}
        </span>
      </p>
      {action !== undefined && (
        <a class="button button-small" href={hrefOf(importPath(id))}>
          {action}
          <span class="visually-hidden">: {fileName}</span>
        </a>
      )}
    </li>
  );
};

/** The last imports, with what they rejected. */
export const ImportsPart = () => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /imports', { query: { limit: LIMIT } }, signal), [api]);
  return (
    <HomePart title="Last imports" id="home-imports" path={IMPORTS_PATH} loaded={loaded}>
      {({ items }) =>
        items.length === 0 ? (
          <NextStep label="Upload file" href={hrefOf(UPLOAD_PATH)}>
            No file was imported.
          </NextStep>
        ) : (
          <ul class="home-list">
            {items.map((shown) => (
              <ImportItem key={shown.id} shown={shown} />
            ))}
          </ul>
        )
      }
    </HomePart>
  );
};
