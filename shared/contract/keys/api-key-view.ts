import type { AdminResponseBody } from '../admin-response-bodies.ts';

/** An API key as the admin API returns it, without the secret. */
export type ApiKeyView = AdminResponseBody<'ApiKey'>;

export type ApiKeyState = ApiKeyView['state'];
