import { nounOf, PLAIN_KINDS, pluralOf } from '../../../shared/kinds/names.ts';
import type { RetentionPreview } from '../../api/types.ts';
import { FormDialog } from '../../parts/form.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { Time } from '../../parts/time.tsx';

const AND = new Intl.ListFormat('en-GB');

/** What a shorter retention deletes. */
export interface Loss {
  readonly records?: RetentionPreview & { readonly days: number };
  /** The days for which events are kept. */
  readonly eventDays?: number;
}

interface RetentionDialogProps {
  readonly loss: Loss;
  readonly onSubmit: (signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before records begin to expire or expire earlier, and before events do. */
export const RetentionDialog = ({ loss: { records, eventDays }, ...dialog }: RetentionDialogProps) => (
  <FormDialog
    {...dialog}
    title={records ? 'Delete unused records?' : 'Delete older events?'}
    submitLabel={`Delete after ${records?.days ?? eventDays} days`}
    busyLabel="Saving …"
    isDangerous
  >
    {records && (
      <>
        <p>
          <strong>
            {AND.format(
              PLAIN_KINDS.map((kind) =>
                formatCount(records[pluralOf(kind)], nounOf(kind), nounOf(pluralOf(kind))),
              ),
            )}
          </strong>{' '}
          have not changed for {records.days} days. They will be deleted unless they are imported or used, the
          first ones on <Time at={records.firstDeletionAt} />.
        </p>
        <p>
          <code>person.expiring</code> and <code>company.expiring</code> announce the deletion of people and
          companies a day ahead. Deletions cannot be undone.
        </p>
      </>
    )}
    {eventDays !== undefined && (
      <p>
        Events and webhook deliveries older than {eventDays} days can no longer be read or replayed. This is
        immediate and permanent.
      </p>
    )}
  </FormDialog>
);
