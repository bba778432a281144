import { ProblemError } from '../../shared/contract/problems.ts';
import type { Route } from '../../shared/operations/route.ts';
import {
  firstResponse,
  type IdempotentRequest,
  keepResponse,
} from '../../shared/table/idempotent-requests.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { WriteOperation } from '../../shared/table/writer.ts';
import { IDEMPOTENCY_HEADER } from './json-body.ts';
import type { HttpResponse } from './response.ts';

interface RepeatableRequest {
  readonly principal: { readonly organizationId: string; readonly keyId: string };
  readonly body: unknown;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Does what a request asks for, once. A repetition within 24 hours gets the first response, also if it runs
 * at the same time.
 *
 * @param request without an `Idempotency-Key`, each request is another one
 * @param act does it in one transaction, with the writes that `keep` returns for its response, which must
 * have no secrets. Throws if a condition of the transaction fails
 */
export const once = async <B>(
  reader: TableReader,
  { functionName }: Pick<Route, 'functionName'> & { readonly takesIdempotencyKey: true },
  { principal, body, idempotencyKey }: RepeatableRequest,
  act: (keep: (response: HttpResponse<B>) => readonly WriteOperation[]) => Promise<HttpResponse<B>>,
): Promise<HttpResponse<B>> => {
  if (idempotencyKey === undefined) return act(() => []);
  const repeatable: IdempotentRequest = {
    caller: [principal.organizationId, principal.keyId, functionName],
    key: idempotencyKey,
    body: JSON.stringify(body),
  };
  const now = new Date();
  const repeated = async (): Promise<HttpResponse<B> | undefined> => {
    const first = await firstResponse(reader, repeatable, now);
    if (first === 'mismatch') {
      throw new ProblemError(
        'idempotency-mismatch',
        `This \`${IDEMPOTENCY_HEADER}\` was used for another request within 24 hours. Send a ` +
          `new one, or the same body.`,
      );
    }
    return first === undefined ? undefined : JSON.parse(first);
  };
  const first = await repeated();
  if (first !== undefined) return first;
  try {
    return await act((response) => [keepResponse(repeatable, JSON.stringify(response), now)]);
  } catch (error) {
    // A concurrent repetition may have been faster, or the transaction may have succeeded without an answer.
    const other = await repeated();
    if (other === undefined) throw error;
    return other;
  }
};
