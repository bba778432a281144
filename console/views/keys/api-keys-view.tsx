import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { AdminInput } from '../../../shared/contract/admin-operations.ts';
import { API_KEY_STATES } from '../../../shared/contract/api-key-limits.ts';
import type { ApiKey, IssuedKey, RevokedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { listAddress } from '../../parts/list-address.ts';
import { PageHeading } from '../../parts/page-heading.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useAddressedPages } from '../../parts/use-pages.ts';
import { dialogHref, replacePath } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { afterRotation } from './after-rotation.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';
import { API_KEYS_PATH, isKeyAction } from './key-actions.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeyPage } from './key-page/key-page.tsx';
import { searchOfKey } from './key-search.ts';
import { KeyTable } from './key-table.tsx';
import { KeysWithoutPermissions } from './keys-without-permissions.tsx';
import { NoKeys } from './no-keys.tsx';
import { PredecessorsDialog } from './predecessors-dialog.tsx';

const FILTERS = { active: 'Active', expired: 'Expired', revoked: 'Revoked', all: 'All' } as const;

type Filter = keyof typeof FILTERS;

const filterOf = (state = 'active'): Filter => (Object.hasOwn(FILTERS, state) ? (state as Filter) : 'active');

const LEADS = {
  admin:
    'Your systems use these keys to read the sales data of your organization. Create a separate key for each system.',
  member:
    'Your systems use these keys to read sales data. You see only your own keys. New keys have no permissions until an admin of your organization grants them.',
} as const;

const close = (): void => replacePath(API_KEYS_PATH);

type KeyQuery = NonNullable<AdminInput<'GET /api-keys'>['query']>;

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** The keys of the organization or of a member, with their actions. */
const KeyList = ({ rest: [first = '', action], query }: ViewProps) => {
  const { api, user, announce } = useConsole();
  const address = { path: API_KEYS_PATH, query };
  const { filters, hrefWith, change, replace: replaceAddress, sortingFrom } = listAddress(address);
  const filter = filterOf(filters['state']);
  const search = filters['search'];
  const sorting = sortingFrom('-createdAt');
  const read = (cursor: string | undefined, limit: number) => {
    const state = filter === 'all' ? API_KEY_STATES : [filter];
    // The service rejects an order that it does not know.
    const sort = sorting.value as NonNullable<KeyQuery['sort']>;
    return api.request('GET /api-keys', { query: { search, state, sort, cursor, limit } });
  };
  const pages = useAddressedPages<ApiKey>((cursor) => read(cursor, PAGE_SIZE), address, [api]);
  const [issued, setIssued] = useState<IssuedKey>();
  const [revoked, setRevoked] = useState<RevokedKey>();
  // A key may have changed its state here.
  const shown = pages.items.filter(({ state }) => filter === 'all' || state === filter);

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
        keys={pages.items}
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
          <a class="button button-primary" href={dialogHref(`${API_KEYS_PATH}/create`)}>
            Create key
          </a>
        }
      />
      <div class="toolbar">
        <Segments
          legend="Which keys"
          options={FILTERS}
          value={filter}
          onChange={(state) => change({ state: state === 'active' ? undefined : state })}
        />
        <SearchField
          label="Search keys"
          placeholder="Name or id"
          value={search ?? ''}
          onSearch={(text) => replaceAddress({ search: searchOfKey(text) })}
        />
        <DownloadCsv name="api-keys" read={(cursor) => read(cursor, MAX_PAGE_SIZE)} />
      </div>
      {user.role === 'member' && <KeysWithoutPermissions keys={pages.items} />}
      <Collection
        pages={pages}
        isEmpty={shown.length === 0}
        whenEmpty={<NoKeys state={filter} search={search} hrefWith={hrefWith} />}
      >
        <KeyTable keys={shown} sorting={sorting} />
      </Collection>
      {dialog()}
    </>
  );
};

/** The keys, or the page of one. Its dialogs are above the list. */
export const ApiKeysView = (props: ViewProps) => {
  const [id, action] = props.rest;
  const isPage = id !== undefined && id !== 'create' && !isKeyAction(action);
  return isPage ? <KeyPage key={id} id={id} /> : <KeyList {...props} />;
};
