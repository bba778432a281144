import { API_KEY_STATES } from '../../../shared/contract/keys/api-key-limits.ts';
import type { AdminInput } from '../../../shared/operations/admin-api/calls.ts';
import type { ApiKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { listAddress } from '../../parts/list-address.ts';
import { PageHeading, useHeadingFocus } from '../../parts/page-heading.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useAddressedPages } from '../../parts/use-pages.ts';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { dialogHref } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { isKeyAction } from './key-actions.tsx';
import { KeyDialogs } from './key-dialogs.tsx';
import { KeyPage } from './key-page/key-page.tsx';
import { searchOfKey } from './key-search.ts';
import { KeyTable } from './key-table.tsx';
import { KeysWithoutPermissions } from './keys-without-permissions.tsx';
import { NoKeys } from './no-keys.tsx';

const FILTERS = { active: 'Active', expired: 'Expired', revoked: 'Revoked', all: 'All' } as const;

type Filter = keyof typeof FILTERS;

const filterOf = (state = 'active'): Filter => (Object.hasOwn(FILTERS, state) ? (state as Filter) : 'active');

const LEADS = {
  admin:
    'Your systems use these keys to read the sales data of your organization. ' +
    'Create a separate key for each system.',
  member:
    'Your systems use these keys to read sales data. You see only your own keys. ' +
    'New keys have no permissions until an admin of your organization grants them.',
} as const;

type KeyQuery = NonNullable<AdminInput<'GET /api-keys'>['query']>;

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** The keys of the organization or of a member, with their actions. */
const KeyList = ({ rest: [first = '', action], query }: ViewProps) => {
  const { api, user } = useConsole();
  const address = { path: API_KEYS_PATH, query };
  const { filters, hrefWith, change, replace: replaceAddress, sortingFrom } = listAddress(address);
  const filter = filterOf(filters['state']);
  const search = filters['search'];
  const sorting = sortingFrom('-createdAt');
  const read = (limit: number, cursor: string | undefined, signal: AbortSignal) => {
    const state = filter === 'all' ? API_KEY_STATES : [filter];
    // The service rejects an order that it does not know.
    const sort = sorting.value as NonNullable<KeyQuery['sort']>;
    return api.request('GET /api-keys', { query: { search, state, sort, cursor, limit } }, signal);
  };
  const pages = useAddressedPages<ApiKey>((...page) => read(PAGE_SIZE, ...page), address, [api]);
  // A key may have changed its state here.
  const shown = pages.items.filter(({ state }) => filter === 'all' || state === filter);

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
        <DownloadCsv name="api-keys" read={(...page) => read(MAX_PAGE_SIZE, ...page)} />
      </div>
      {user.role === 'member' && <KeysWithoutPermissions keys={pages.items} />}
      <Collection
        pages={pages}
        isEmpty={shown.length === 0}
        whenEmpty={<NoKeys state={filter} search={search} hrefWith={hrefWith} />}
      >
        <KeyTable keys={shown} sorting={sorting} />
      </Collection>
      <KeyDialogs path={API_KEYS_PATH} id={first} action={action} keys={pages.items} change={pages.change} />
    </>
  );
};

/** The keys, or the page of one, each with its dialogs. */
export const ApiKeysView = (props: ViewProps) => {
  const [id = '', action, pageAction] = props.rest;
  const isPage = id !== '' && id !== 'create' && !isKeyAction(action);
  useHeadingFocus(isPage ? id : '');
  return isPage ? <KeyPage key={id} id={id} action={pageAction} /> : <KeyList {...props} />;
};
