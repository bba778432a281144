import type { Role } from '../../shared/contract/users.ts';
import { ApiKeysView } from './api-keys/api-keys-view.tsx';
import type { View } from './view.ts';

const DEVELOPER = ['Organization', 'Developer'];
const EVERYBODY: readonly Role[] = ['admin', 'member'];

/** All views, in the order of the navigation. The first that somebody may see is where they start. */
export const VIEWS: readonly View[] = [
  {
    title: 'API keys',
    section: DEVELOPER,
    path: 'organization/developer/api-keys',
    roles: EVERYBODY,
    component: ApiKeysView,
  },
];
