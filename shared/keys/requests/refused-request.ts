import type { RefusalReason } from '../../contract/request-limits.ts';
import type { LoggableRequest } from './loggable-request.ts';

/**
 * A request with a key that exists and was refused: a line that the authorizer logs, because the access log
 * does not know the key of a 401. All values are text, and named as in the access log.
 */
export interface RefusedRequest extends LoggableRequest {
  readonly requestId: string;
  /** In milliseconds since 1970. */
  readonly time: string;
  readonly method: string;
  /** The path with placeholders, such as `/v1/person/{id}`. */
  readonly route: string;
  readonly status: '401' | '404';
  readonly sourceIp: string;
  readonly organizationId: string;
  readonly keyId: string;
  readonly ownerId?: string;
  readonly reason: RefusalReason;
}
