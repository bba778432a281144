import { API_KEY_STATES } from '../../../shared/contract/keys/api-key-limits.ts';
import { useConsole } from '../../console-context.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import type { ListAddress } from '../../parts/list-address.ts';
import { Loading } from '../../parts/loading.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { useLoad } from '../../parts/use-load.ts';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { dialogHref } from '../../routing/route.ts';

const ALL = 'all';

interface NoKeysProps extends Pick<ListAddress, 'hrefWith'> {
  /** The state that the list is filtered by, or `all`. */
  readonly state: string;
  readonly search: string | undefined;
}

const NoMatch = ({ state, search, hrefWith }: NoKeysProps) => (
  <EmptyState
    title={`No ${state === ALL ? '' : `${state} `}key matches “${search}”`}
    text="Keys are found by a part of their name, or by the start of their id."
  >
    <div class="actions empty-actions">
      {state !== ALL && (
        <a class="button" href={hrefWith({ state: ALL })}>
          Search all keys
        </a>
      )}
      <a class="button" href={hrefWith({ search: undefined })}>
        Clear the search
      </a>
    </div>
  </EmptyState>
);

const NoneInState = ({ state, hrefWith }: Omit<NoKeysProps, 'search'>) => {
  const { api } = useConsole();
  const all = useLoad(
    (signal) => api.request('GET /api-keys', { query: { state: API_KEY_STATES, limit: 1 } }, signal),
    [api],
  );
  if (all.isLoading) return <Loading onRetry={all.reload} />;
  const others = all.value?.totalCount ?? 0;
  return (
    <EmptyState
      title={others === 0 ? 'No keys yet' : `No ${state} keys`}
      text="Create a key for each system that reads your sales data."
    >
      <div class="actions empty-actions">
        <a class="button" href={dialogHref(`${API_KEYS_PATH}/create`)}>
          Create {others === 0 ? 'the first' : 'a'} key
        </a>
        {others > 0 && (
          <a class="button" href={hrefWith({ state: ALL })}>
            Show all {formatCount(others, 'key')}
          </a>
        )}
      </div>
    </EmptyState>
  );
};

/** Explains an empty list of keys, and leads to those that the filters hide. */
export const NoKeys = (props: NoKeysProps) =>
  props.search === undefined ? <NoneInState {...props} /> : <NoMatch {...props} />;
