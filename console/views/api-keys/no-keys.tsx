import { EmptyState } from '../../parts/empty-state.tsx';
import { hrefOf } from '../../routing/route.ts';
import { API_KEYS_PATH } from './key-actions.tsx';

/** @param props.hasOthers whether there are keys that are not shown */
export const NoKeys = ({ hasOthers }: { readonly hasOthers: boolean }) => (
  <EmptyState title={hasOthers ? 'No active keys here' : 'No keys yet'}>
    <p>Create a key for each system that reads your sales data.</p>
    <a class="button" href={hrefOf(`${API_KEYS_PATH}/create`)}>
      Create {hasOthers ? 'a' : 'the first'} key
    </a>
  </EmptyState>
);
