import type { DeletedRecord } from '../../../api/types.ts';
import { hrefOf } from '../../../routing/route.ts';
import { auditLogPath } from '../../audit-log/audit-log-paths.ts';
import { KINDS, type KindSegment, RECORDS_PATH } from '../record-paths.ts';

/** What has changed for users of the data API. */
export const DeletedNotice = ({
  kind,
  deleted: { id, deletedEntries },
}: {
  readonly kind: KindSegment;
  readonly deleted: DeletedRecord;
}) => {
  const { name, noun, dataPath } = KINDS[kind];
  return (
    <section class="section" aria-labelledby="deleted">
      <h2 id="deleted">The {noun} is deleted</h2>
      <ul class="outcome">
        <li>
          <code class="anywhere">
            GET {dataPath}/{id}
          </code>{' '}
          responds with <code>404 Not Found</code>, and no collection contains the {noun}.
        </li>
        <li>
          Webhook endpoints that subscribe to <code>{name}.deleted</code> receive the event with the last
          state.
        </li>
        {kind === 'call-lists' && (
          <li>
            {deletedEntries === 1 ? '1 entry was' : `${deletedEntries.toLocaleString('en')} entries were`}{' '}
            deleted with the call list.
          </li>
        )}
      </ul>
      <div class="actions">
        <a class="button" href={hrefOf(RECORDS_PATH)}>
          Find another record
        </a>
        <a class="button" href={hrefOf(auditLogPath({ targetId: id }))}>
          View in the audit log
        </a>
      </div>
    </section>
  );
};
