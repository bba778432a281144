import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiKey, IssuedKey, RevokedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { Segments } from '../../parts/segments.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { hrefOf, replacePath } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { afterRotation } from './after-rotation.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';
import { API_KEYS_PATH, isKeyAction } from './key-actions.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { PredecessorsDialog } from './predecessors-dialog.tsx';

/** @param props.hasOthers whether some keys are hidden */
const NoKeys = ({ hasOthers }: { readonly hasOthers: boolean }) => (
  <EmptyState
    title={hasOthers ? 'No active keys here' : 'No keys yet'}
    text="Create a key for each system that reads your sales data."
  >
    <a class="button" href={hrefOf(`${API_KEYS_PATH}/create`)}>
      Create {hasOthers ? 'a' : 'the first'} key
    </a>
  </EmptyState>
);

const FILTERS = { active: 'Active', all: 'All' } as const;

const LEADS = {
  admin:
    'Your systems use these keys to read the sales data of your organization. Create a separate key for each system.',
  member:
    'Your systems use these keys to read sales data. You see only your own keys. New keys have no permissions until an admin of your organization grants them.',
} as const;

const close = (): void => replacePath(API_KEYS_PATH);

/** The keys of the organization or of a member, with their actions. */
export const ApiKeysView = ({ rest: [first = '', action] }: ViewProps) => {
  const { api, user, announce } = useConsole();
  const pages = usePages<ApiKey>((cursor) => api.request('GET /api-keys', { query: { cursor } }), [api]);
  const [filter, setFilter] = useState<keyof typeof FILTERS>('active');
  const [issued, setIssued] = useState<IssuedKey>();
  const [revoked, setRevoked] = useState<RevokedKey>();
  const shown = pages.items.filter(({ state }) => filter === 'all' || state === 'active');

  const replace = (changed: ApiKey): void =>
    pages.change((keys) => keys.map((key) => (key.id === changed.id ? changed : key)));
  const onChanged = (key: ApiKey, message: string): void => {
    replace(key);
    announce(message);
    close();
  };
  const onRevoked = ({ activePredecessors, ...key }: RevokedKey): void => {
    onChanged(key, `Revoked ${key.name}.`);
    if (activePredecessors.length > 0) setRevoked({ activePredecessors, ...key });
  };
  const onPredecessorsRevoked = (keys: readonly ApiKey[], revokedAt: string | null): void => {
    for (const key of keys) replace({ ...key, state: 'revoked', revokedAt });
    announce('Revoked the older keys.');
    setRevoked(undefined);
  };
  const onIssued = (newKey: IssuedKey): void => {
    const { key: _, ...key } = newKey;
    pages.change((keys) => [key, ...keys]);
    setIssued(newKey);
    close();
  };
  const onRotated = (old: ApiKey, successor: IssuedKey, graceSeconds: number): void => {
    replace(afterRotation(old, successor.id, graceSeconds, Date.now()));
    onIssued(successor);
  };

  const dialog = (): ComponentChild => {
    if (issued !== undefined) {
      return <IssuedKeyDialog key={issued.id} issued={issued} onClose={() => setIssued(undefined)} />;
    }
    if (revoked !== undefined) {
      const onClose = (): void => setRevoked(undefined);
      return <PredecessorsDialog revoked={revoked} onRevoked={onPredecessorsRevoked} onClose={onClose} />;
    }
    if (first === 'create') return <CreateKeyDialog onCreated={onIssued} onClose={close} />;
    if (!isKeyAction(action)) return null;
    return (
      <KeyDialog
        key={`${first}/${action}`}
        id={first}
        action={action}
        pages={pages}
        onChanged={onChanged}
        onRevoked={onRevoked}
        onRotated={onRotated}
        onClose={close}
      />
    );
  };

  return (
    <>
      <PageHeading
        title="API keys"
        lead={LEADS[user.role]}
        action={
          <a class="button button-primary" href={hrefOf(`${API_KEYS_PATH}/create`)}>
            Create key
          </a>
        }
      />
      <div class="toolbar">
        <Segments legend="Which keys" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      <Collection
        pages={pages}
        isEmpty={shown.length === 0}
        whenEmpty={<NoKeys hasOthers={pages.items.length > 0 || pages.hasMore} />}
      >
        <KeyTable keys={shown} />
      </Collection>
      {dialog()}
    </>
  );
};
