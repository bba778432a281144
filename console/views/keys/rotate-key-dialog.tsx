import { useState } from 'preact/hooks';
import type { ApiKey, IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Choices } from '../../parts/choices.tsx';
import { FormDialog } from '../../parts/form.tsx';

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onRotated: (old: ApiKey, successor: IssuedKey, graceSeconds: number) => void;
  readonly onClose: () => void;
}

/** Grace periods in seconds. */
const GRACE_CHOICES: readonly (readonly [number, string])[] = [
  [0, 'No grace period: it stops working now'],
  [3_600, 'For 1 hour'],
  [86_400, 'For 24 hours'],
  [7 * 86_400, 'For 7 days'],
  [30 * 86_400, 'For 30 days'],
];
const DEFAULT_GRACE = 86_400;

/** Replaces a key, which stays active for a grace period. */
export const RotateKeyDialog = ({ apiKey, onRotated, onClose }: RotateKeyDialogProps) => {
  const { api } = useConsole();
  const [graceSeconds, setGrace] = useState(DEFAULT_GRACE);
  const rotate = async (signal: AbortSignal): Promise<void> => {
    const request = { id: apiKey.id, body: { graceSeconds } };
    onRotated(apiKey, await api.request('POST /api-keys/{id}/rotate', request, signal), graceSeconds);
  };
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      submitLabel="Rotate key"
      busyLabel="Rotating …"
      fields={['graceSeconds']}
      onSubmit={rotate}
      onClose={onClose}
    >
      <p>
        Creates a new key with the same name, permissions, plan and expiry. Replace the old key (
        <code>{apiKey.hint}</code>) with it before the old key stops working. Both share the limits of the
        plan.
      </p>
      <Choices label="How long does the old key stay active?" parameter="graceSeconds">
        {GRACE_CHOICES.map(([seconds, label]) => (
          <label key={seconds} class="check">
            <input
              type="radio"
              name="grace"
              checked={seconds === graceSeconds}
              onChange={() => setGrace(seconds)}
            />
            {label}
          </label>
        ))}
      </Choices>
    </FormDialog>
  );
};
