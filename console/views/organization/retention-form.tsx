import { useState } from 'preact/hooks';
import type { Organization, RetentionPreview } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useSubmit } from '../../parts/use-submit.ts';
import { RetentionDialog } from './retention-dialog.tsx';

interface RetentionFormProps {
  readonly organization: Organization;
  readonly onSaved: () => void;
}

/** The days that were typed; `null` for none, NaN for what is no number. */
const daysOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

export const RetentionForm = ({ organization, onSaved }: RetentionFormProps) => {
  const { api, announce } = useConsole();
  const { recordRetentionDays: current } = organization;
  const draft = useDraft('retention', { records: current === null ? '' : String(current) });
  const [preview, setPreview] = useState<RetentionPreview>();
  const days = daysOf(draft.values.records);
  const save = async (): Promise<void> => {
    await api.request('PATCH /organization', { body: { recordRetentionDays: days } });
    draft.clear();
    setPreview(undefined);
    announce('Saved the retention.');
    onSaved();
  };
  const submission = useSubmit(async () => {
    // Only what deletes more than before needs a confirmation. NaN also goes here, where the service rejects it.
    const keepsAsLong = days === null || (current !== null && days >= current);
    if (keepsAsLong) return save();
    const query = { recordRetentionDays: days };
    setPreview(await api.request('GET /organization/retention-preview', { query }));
  });
  return (
    <section class="section" aria-labelledby="retention">
      <h2 id="retention">Retention</h2>
      <div class="card">
        <Form
          submission={submission}
          submitLabel="Save retention"
          busyLabel="Saving …"
          fields={['recordRetentionDays']}
        >
          <TextField
            label="Delete unused people and companies after days"
            hint="30 to 3650; leave it empty to keep them. Unused are those that no import and no call list has touched."
            parameter="recordRetentionDays"
            class="input-short"
            value={draft.values.records}
            onChange={(records) => draft.set({ records })}
          />
        </Form>
      </div>
      {preview && days !== null && (
        <RetentionDialog
          days={days}
          preview={preview}
          onSubmit={save}
          onClose={() => setPreview(undefined)}
        />
      )}
    </section>
  );
};
