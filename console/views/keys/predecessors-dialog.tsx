import type { ApiKey, RevokedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { FormDialog } from '../../parts/form.tsx';
import { Time } from '../../parts/time.tsx';

interface PredecessorsDialogProps {
  readonly revoked: RevokedKey;
  readonly onRevoked: (predecessors: readonly ApiKey[], revokedAt: string | null) => void;
  readonly onClose: () => void;
}

/** Says that keys which were rotated to a revoked key still give access, and offers to revoke them. */
export const PredecessorsDialog = ({ revoked, onRevoked, onClose }: PredecessorsDialogProps) => {
  const { api } = useConsole();
  const { id, name, activePredecessors } = revoked;
  const revoke = async (signal: AbortSignal): Promise<void> => {
    const query = { withPredecessors: true };
    const { revokedAt } = await api.request('DELETE /api-keys/{id}', { id, query }, signal);
    onRevoked(activePredecessors, revokedAt);
  };
  return (
    <FormDialog
      title="Older keys are still active"
      submitLabel="Revoke them too"
      busyLabel="Revoking …"
      isDangerous
      onSubmit={revoke}
      onClose={onClose}
    >
      <p>
        The new key of <strong>{name}</strong> is revoked. Keys from before its rotation keep their access:
      </p>
      <ul>
        {activePredecessors.map(({ id: key, hint, expiresAt }) => (
          <li key={key}>
            <code>{hint}</code>, until <Time at={expiresAt} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
};
