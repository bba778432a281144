import type { Import } from '../../../api/types.ts';
import { formatCount, formatNumber } from '../../../parts/numbers.ts';
import { importPath } from '../../../routing/import-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { createdIn } from './totals.ts';

/** What users should know or do about an import. */
export const ImportNotice = ({ shown }: { readonly shown: Import }) => {
  const { id, status, problem, deletions, sameAs, undo } = shown;
  if (undo !== null && undo.finishedAt !== null) {
    const kept = createdIn(shown) - undo.deleted;
    return (
      <div class={undo.problem === null ? 'notice' : 'notice notice-warning'}>
        <p>
          {undo.problem ?? 'The import was undone.'} Deleted {formatNumber(undo.deleted)} of{' '}
          {formatCount(kept + undo.deleted, 'created record')}.
          {kept > 0 && undo.problem === null && ' The others had been changed or deleted since.'}
        </p>
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <div class="problem">
        <p class="problem-title">The import failed</p>
        <p>{problem}</p>
      </div>
    );
  }
  if (status === 'awaiting_confirmation' && deletions !== null) {
    return (
      <div class="notice notice-warning">
        <p>
          The rows are imported.{' '}
          {formatCount(deletions.missing, 'record of the source is', 'records of the source are')} no longer
          in the file, too many to delete without confirmation.
        </p>
        <p>
          <a href={hrefOf(`${importPath(id)}/confirm-deletions`)}>Confirm the deletions</a>, or import a
          complete file.
        </p>
      </div>
    );
  }
  if (status === 'skipped') {
    return (
      <div class="notice">
        <p>
          The last import had the same content and settings, so this one was skipped. Repeat it to bring back
          records that were deleted since.{' '}
          {sameAs !== null && <a href={hrefOf(importPath(sameAs))}>Show that import</a>}
        </p>
      </div>
    );
  }
  if (status === 'completed' && deletions !== null && deletions.stopped !== null) {
    return (
      <div class="notice notice-warning">
        <p>Nothing was deleted: {deletions.stopped}</p>
      </div>
    );
  }
  return null;
};
