import { useState } from 'preact/hooks';
import type { ApiKey, IssuedKey, RevokedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { replacePath } from '../../routing/route.ts';
import { afterRotation } from './after-rotation.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';
import { isKeyAction } from './key-actions.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { PredecessorsDialog } from './predecessors-dialog.tsx';

interface KeyDialogsProps {
  /** The address of the page below, to which they return. */
  readonly path: string;
  /** The key in the address, or `create`. */
  readonly id: string;
  /** The action in the address. */
  readonly action: string | undefined;
  /** Those that are loaded already. */
  readonly keys: readonly ApiKey[];
  readonly change: (change: (keys: readonly ApiKey[]) => readonly ApiKey[]) => void;
}

/** The dialogs above the list of keys or the page of one: those of the address, and what follows them. */
export const KeyDialogs = ({ path, id, action, keys, change }: KeyDialogsProps) => {
  const { announce } = useConsole();
  const [issued, setIssued] = useState<IssuedKey>();
  const [revoked, setRevoked] = useState<RevokedKey>();
  const close = (): void => replacePath(path);
  const replace = (changed: ApiKey): void =>
    change((before) => before.map((key) => (key.id === changed.id ? changed : key)));
  const onChanged = (key: ApiKey, message: string): void => {
    replace(key);
    announce(message);
    close();
  };
  const onRevoked = ({ activePredecessors, ...key }: RevokedKey): void => {
    onChanged(key, `Revoked ${key.name}.`);
    if (activePredecessors.length > 0) setRevoked({ activePredecessors, ...key });
  };
  const onPredecessorsRevoked = (predecessors: readonly ApiKey[], revokedAt: string | null): void => {
    for (const key of predecessors) replace({ ...key, state: 'revoked', revokedAt });
    announce('Revoked the older keys.');
    setRevoked(undefined);
  };
  const onIssued = (newKey: IssuedKey): void => {
    const { key: _, ...key } = newKey;
    change((before) => [key, ...before]);
    setIssued(newKey);
    close();
  };
  const onRotated = (old: ApiKey, successor: IssuedKey, graceSeconds: number): void => {
    replace(afterRotation(old, successor.id, graceSeconds, Date.now()));
    onIssued(successor);
  };
  if (issued !== undefined) {
    const onClose = (): void => setIssued(undefined);
    return <IssuedKeyDialog key={issued.id} issued={issued} path={path} onClose={onClose} />;
  }
  if (revoked !== undefined) {
    const onClose = (): void => setRevoked(undefined);
    return <PredecessorsDialog revoked={revoked} onRevoked={onPredecessorsRevoked} onClose={onClose} />;
  }
  if (id === 'create') return <CreateKeyDialog onCreated={onIssued} onClose={close} />;
  if (!isKeyAction(action)) return null;
  return (
    <KeyDialog
      key={`${id}/${action}`}
      id={id}
      action={action}
      keys={keys}
      onChanged={onChanged}
      onRevoked={onRevoked}
      onRotated={onRotated}
      onClose={close}
    />
  );
};
