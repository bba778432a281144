import { useState } from 'preact/hooks';
import type { ApiKey, IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choices } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { errorAt } from '../../parts/problem-message.tsx';
import { useSubmit } from '../../parts/use-submit.ts';

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onRotated: (successor: IssuedKey, graceSeconds: number) => void;
  readonly onClose: () => void;
}

/** In seconds. */
const GRACE_CHOICES: readonly (readonly [number, string])[] = [
  [0, 'Not at all: it stops working now'],
  [3_600, 'For 1 hour'],
  [86_400, 'For 24 hours'],
  [7 * 86_400, 'For 7 days'],
  [30 * 86_400, 'For 30 days'],
];
const DEFAULT_GRACE = 86_400;

/** Replaces a key, which stays active for a grace period. */
export const RotateKeyDialog = ({ apiKey, onRotated, onClose }: RotateKeyDialogProps) => {
  const { api } = useConsole();
  const [grace, setGrace] = useState(DEFAULT_GRACE);
  const submission = useSubmit(async () => {
    const body = { graceSeconds: grace };
    onRotated(await api.request('POST /api-keys/{id}/rotate', { id: apiKey.id, body }), grace);
  });
  return (
    <Dialog title={`Rotate ${apiKey.name}`} onClose={onClose}>
      <p>
        Creates a new key with the same name, permissions, plan and expiry. Replace the old key (
        <code>{apiKey.hint}</code>) with it before the old key stops working.
      </p>
      <Form
        submission={submission}
        submitLabel="Rotate key"
        busyLabel="Rotating …"
        fields={['graceSeconds']}
        onCancel={onClose}
      >
        <Choices
          legend="How long does the old key stay active?"
          error={errorAt(submission.error, 'graceSeconds')}
        >
          {GRACE_CHOICES.map(([seconds, label]) => (
            <label key={seconds} class="check">
              <input
                type="radio"
                name="grace"
                checked={seconds === grace}
                onChange={() => setGrace(seconds)}
              />
              {label}
            </label>
          ))}
        </Choices>
      </Form>
    </Dialog>
  );
};
