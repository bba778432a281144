import { useState } from 'preact/hooks';
import {
  EVENT_RETENTION_DAYS,
  RECORD_RETENTION_DAYS,
} from '../../../shared/contract/records/retention-limits.ts';
import type { Organization } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { changedFields } from '../../parts/changed-fields.ts';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { useDiscardOnLeave, useDraft } from '../../parts/use-draft.ts';
import { useSubmit } from '../../parts/use-submit.ts';
import { type Loss, RetentionDialog } from './retention-dialog.tsx';

interface RetentionFormProps {
  readonly organization: Organization;
  readonly onSaved: (organization: Organization) => void;
}

/** The days that were typed; `null` for none, NaN for what is no number. */
const daysOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

const typedOf = (days: number | null): string => (days === null ? '' : String(days));

export const RetentionForm = ({ organization, onSaved }: RetentionFormProps) => {
  const { api, announce } = useConsole();
  const { recordRetentionDays: current, eventRetentionDays, maxEventRetentionDays } = organization;
  const draft = useDraft('retention', { records: typedOf(current), events: typedOf(eventRetentionDays) });
  useDiscardOnLeave(draft);
  const [loss, setLoss] = useState<Loss>();
  const days = daysOf(draft.values.records);
  const events = daysOf(draft.values.events);
  const save = async (signal: AbortSignal): Promise<void> => {
    // JSON has no NaN: the service rejects 0 as it would what was typed.
    const typed = { recordRetentionDays: days, eventRetentionDays: Number.isNaN(events) ? 0 : events };
    const body = changedFields<typeof typed>(organization, typed);
    if (body !== undefined) onSaved(await api.request('PATCH /organization', { body }, signal));
    draft.clear();
    setLoss(undefined);
    announce('Saved the retention.');
  };
  const submission = useSubmit(async (signal) => {
    // Only what deletes more than before needs a confirmation. NaN also counts, because its preview is
    // rejected.
    const keepsRecords = days === null || (current !== null && days >= current);
    const keepsEvents =
      events === null ||
      !(events >= EVENT_RETENTION_DAYS.minimum && events < (eventRetentionDays ?? maxEventRetentionDays));
    if (keepsRecords && keepsEvents) return save(signal);
    const previewOf = async (recordRetentionDays: number) => ({
      days: recordRetentionDays,
      ...(await api.request(
        'GET /organization/retention-preview',
        { query: { recordRetentionDays } },
        signal,
      )),
    });
    setLoss({
      ...(keepsRecords ? {} : { records: await previewOf(days) }),
      ...(keepsEvents ? {} : { eventDays: events }),
    });
  });
  return (
    <section class="section" aria-labelledby="retention">
      <h2 id="retention">Retention</h2>
      <div class="card">
        <Form
          submission={submission}
          submitLabel="Save retention"
          busyLabel="Saving …"
          fields={['recordRetentionDays', 'eventRetentionDays']}
        >
          <TextField
            label="Delete unused people and companies after (days)"
            hint={
              `${RECORD_RETENTION_DAYS.minimum} to ${RECORD_RETENTION_DAYS.maximum}; ` +
              'leave it empty to keep them. Unused means not changed, imported or used by a call list in ' +
              'that time.'
            }
            parameter="recordRetentionDays"
            class="input-short"
            value={draft.values.records}
            onChange={(records) => draft.set({ records })}
          />
          <TextField
            label="Keep events and webhook deliveries for (days)"
            hint={
              `${EVENT_RETENTION_DAYS.minimum} to ${maxEventRetentionDays}; ` +
              `leave it empty for ${maxEventRetentionDays}. A shorter period hides older events ` +
              'immediately and permanently.'
            }
            parameter="eventRetentionDays"
            class="input-short"
            value={draft.values.events}
            onChange={(events) => draft.set({ events })}
          />
        </Form>
      </div>
      {loss && <RetentionDialog loss={loss} onSubmit={save} onClose={() => setLoss(undefined)} />}
    </section>
  );
};
