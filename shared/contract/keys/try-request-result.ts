import type { AdminResponseBody } from '../admin-response-bodies.ts';

/** The data API's response to a `POST /try-requests`. */
export type TryRequestResult = AdminResponseBody<'TryRequestResult'>;

/** Keeps the result within the size of a Lambda response, in which quotes are escaped twice. */
export const MAX_TRIED_BODY_BYTES = 1_000_000;
