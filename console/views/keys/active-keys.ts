import type { Remedy } from '../../parts/problem-message.tsx';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { hrefOf } from '../../routing/route.ts';

/** Where to revoke a key when there are too many. */
export const activeKeys = (): Remedy => ['Show the active keys', hrefOf(API_KEYS_PATH)];
