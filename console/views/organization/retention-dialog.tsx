import type { RetentionPreview } from '../../api/types.ts';
import { FormDialog } from '../../parts/form.tsx';
import { Time } from '../../parts/time.tsx';

interface RetentionDialogProps {
  readonly days: number;
  readonly preview: RetentionPreview;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
}

const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;

/** Asks before records begin to expire, or expire earlier. */
export const RetentionDialog = ({ days, preview, ...dialog }: RetentionDialogProps) => {
  const { people, companies, firstDeletionAt } = preview;
  return (
    <FormDialog
      {...dialog}
      title="Delete unused records?"
      submitLabel={`Delete after ${days} days`}
      busyLabel="Saving …"
      isDangerous
    >
      <p>
        <strong>
          {counted(people, 'person', 'people')} and {counted(companies, 'company', 'companies')}
        </strong>{' '}
        have not changed for {days} days. They will be deleted unless an import or a call list touches them,
        the first ones on <Time at={firstDeletionAt} />.
      </p>
      <p>
        Each deletion is announced a day ahead by the events <code>person.expiring</code> and{' '}
        <code>company.expiring</code>. Deletions cannot be undone.
      </p>
    </FormDialog>
  );
};
