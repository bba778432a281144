import { hrefOf } from '../../../routing/route.ts';
import { auditLogPath } from '../../audit-log/audit-log-paths.ts';
import { RECORDS_PATH } from '../record-paths.ts';

/** Where to go after a deletion or an erasure. */
export const OutcomeLinks = ({ id }: { readonly id: string }) => (
  <div class="actions">
    <a class="button" href={hrefOf(RECORDS_PATH)}>
      Find another record
    </a>
    <a class="button" href={hrefOf(auditLogPath({ targetId: id }))}>
      View in the audit log
    </a>
  </div>
);
