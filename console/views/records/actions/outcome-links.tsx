import { AUDIT_LOG_PATH } from '../../../routing/audit-log-paths.ts';
import { KINDS, type KindSegment, kindPath } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';

/** Where to go after a deletion or an erasure. */
export const OutcomeLinks = ({ kind, id }: { readonly kind: KindSegment; readonly id: string }) => (
  <div class="actions">
    <a class="button" href={hrefOf(kindPath(kind))}>
      {KINDS[kind].title}
    </a>
    <a class="button" href={hrefOf(AUDIT_LOG_PATH, { targetId: id })}>
      View in the audit log
    </a>
  </div>
);
