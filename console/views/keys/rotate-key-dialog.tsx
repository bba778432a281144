import { useState } from 'preact/hooks';
import type { ApiKey, IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Choices } from '../../parts/choices.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { Time } from '../../parts/time.tsx';
import { DATE_AND_TIME } from '../../parts/time-zone.ts';
import { activeKeys } from './active-keys.ts';
import { expiryOf, KEPT_EXPIRY, renewedExpiry } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';

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

/** Grace periods that end before the key does, and its own end if that comes before the longest. */
const gracesOf = ({ expiresAt }: ApiKey, now: number): typeof GRACE_CHOICES => {
  if (expiresAt === null) return GRACE_CHOICES;
  const left = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  const shorter = GRACE_CHOICES.filter(([seconds]) => seconds < left);
  return shorter.length === GRACE_CHOICES.length
    ? shorter
    : [...shorter, [left, `Until it expires: ${DATE_AND_TIME.format(new Date(expiresAt))}`]];
};

/** Replaces a key, which stays active for a grace period. */
export const RotateKeyDialog = ({ apiKey, onRotated, onClose }: RotateKeyDialogProps) => {
  const { api, user } = useConsole();
  const [graces] = useState(() => gracesOf(apiKey, Date.now()));
  const [graceSeconds, setGrace] = useState(() =>
    Math.min(DEFAULT_GRACE, graces.at(-1)?.[0] ?? DEFAULT_GRACE),
  );
  const isAdmin = user.role === 'admin';
  const [expiry, setExpiry] = useState(() => (isAdmin ? renewedExpiry(apiKey) : KEPT_EXPIRY));
  const rotate = async (signal: AbortSignal): Promise<void> => {
    const { expiresAt } = apiKey;
    const changed = expiryOf(expiry, Date.now(), expiresAt);
    const body = { graceSeconds, ...(changed !== expiresAt && { expiresAt: changed }) };
    const request = { id: apiKey.id, body };
    onRotated(apiKey, await api.request('POST /api-keys/{id}/rotate', request, signal), graceSeconds);
  };
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      submitLabel="Rotate key"
      busyLabel="Rotating …"
      fields={['graceSeconds', 'expiresAt']}
      remedy={activeKeys()}
      onSubmit={rotate}
      onClose={onClose}
    >
      <p>
        Creates a new key with the same name, permissions and plan. Replace the old key (
        <code>{apiKey.hint}</code>) with it before the old key stops working. Both share the limits of the
        plan.
      </p>
      <Choices label="How long does the old key stay active?" parameter="graceSeconds">
        {graces.map(([seconds, label]) => (
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
      {isAdmin ? (
        <ExpiryField
          hint="When the new key expires."
          current={apiKey.expiresAt}
          value={expiry}
          onChange={(changes) => setExpiry({ ...expiry, ...changes })}
        />
      ) : (
        apiKey.expiresAt !== null && (
          <p class="notice">
            The new key expires with the old one, <Time at={apiKey.expiresAt} isPoint />. Only an admin of
            your organization can set a later expiry.
          </p>
        )
      )}
    </FormDialog>
  );
};
