import { ProblemError } from '../../shared/contract/problems.ts';
import {
  firstResponse,
  type IdempotentRequest,
  keepResponse,
} from '../../shared/table/idempotent-requests.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { WriteOperation } from '../../shared/table/writer.ts';
import { headerValues } from './headers.ts';
import { readBody } from './json-body.ts';
import type { HttpResponse } from './response.ts';

const HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;

/** Reads a body like `readBody`, and the header `Idempotency-Key`. */
export const readIdempotentBody: typeof readBody = (schema, event) => {
  const document = readBody(schema, event);
  const [key, ...others] = headerValues(event.multiValueHeaders, HEADER.toLowerCase());
  if (key === undefined) return document;
  if (others.length === 0 && /^[\x21-\x7e]+$/.test(key) && key.length <= MAX_LENGTH) {
    return 'body' in document ? { ...document, idempotencyKey: key } : document;
  }
  const detail = `must be one value of 1 to ${MAX_LENGTH} visible ASCII characters, such as a UUID`;
  return { errors: [...('errors' in document ? document.errors : []), { parameter: HEADER, detail }] };
};

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
  request: Omit<IdempotentRequest, 'key'> & { readonly key: string | undefined },
  act: (keep: (response: HttpResponse<B>) => readonly WriteOperation[]) => Promise<HttpResponse<B>>,
): Promise<HttpResponse<B>> => {
  const { key } = request;
  if (key === undefined) return act(() => []);
  const repeatable = { ...request, key };
  const now = new Date();
  const repeated = async (): Promise<HttpResponse<B> | undefined> => {
    const first = await firstResponse(reader, repeatable, now);
    if (first === 'mismatch') {
      throw new ProblemError(
        'idempotency-mismatch',
        `This \`${HEADER}\` was used for another request within 24 hours. Send a new one, or the same body.`,
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
