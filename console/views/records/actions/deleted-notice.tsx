import { snakeOf } from '../../../../shared/kinds/names.ts';
import type { DeletedRecord } from '../../../api/types.ts';
import { formatCount } from '../../../parts/numbers.ts';
import { KINDS, type KindSegment } from '../../../routing/record-paths.ts';
import { OutcomeLinks } from './outcome-links.tsx';

/** What has changed for users of the data API. */
export const DeletedNotice = ({
  kind,
  deleted: { id, deletedEntries },
}: {
  readonly kind: KindSegment;
  readonly deleted: DeletedRecord;
}) => {
  const { noun, resource } = KINDS[kind];
  return (
    <section class="section outcome" aria-labelledby="deleted">
      <h2 id="deleted">The {noun} is deleted</h2>
      <ul>
        <li>
          <code class="anywhere">
            GET /v1/{resource}/{id}
          </code>{' '}
          responds with <code>404 Not Found</code>, and no collection contains the {noun}.
        </li>
        <li>
          Webhook endpoints that subscribe to <code>{snakeOf(resource)}.deleted</code> receive the event with
          the last state.
        </li>
        {kind === 'call-lists' && (
          <li>{formatCount(deletedEntries, 'entry was', 'entries were')} deleted with the call list.</li>
        )}
      </ul>
      <OutcomeLinks kind={kind} id={id} />
    </section>
  );
};
