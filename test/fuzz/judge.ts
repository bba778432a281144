import { gunzipSync, inflateSync } from 'node:zlib';
import { type Attack, bytesOf } from './attack.ts';
import type { Answer } from './connection.ts';
import type { FuzzTarget } from './target.ts';

type Response = Exclude<Answer, { readonly failure: string }>;

const textOf = ({ headers, body }: Response): string => {
  const coding = body.length === 0 ? undefined : headers.get('content-encoding');
  if (coding === 'gzip') return gunzipSync(body).toString('utf8');
  return (coding === 'deflate' ? inflateSync(body) : body).toString('utf8');
};

const problemOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null ? { ...document } : undefined;
  } catch {
    return undefined;
  }
};

const wrongWithError = ({ method }: Attack, response: Response): string | undefined => {
  const { status, headers } = response;
  // API Gateway's own answer to a body of over 10 MB.
  if (status === 413 && headers.get('content-type') === 'text/plain') return undefined;
  const requestId = headers.get('x-request-id') ?? '';
  if (requestId === '') return `${status} without X-Request-Id`;
  if (!(headers.get('content-type') ?? '').startsWith('application/problem+json')) {
    return `${status} that is no problem document but ${headers.get('content-type')}`;
  }
  if (method === 'HEAD') return undefined;
  const text = textOf(response);
  const problem = problemOf(text);
  if (problem === undefined) return `${status} whose document is no JSON: ${text}`;
  if (problem['status'] !== status) return `${status} whose document says ${problem['status']}`;
  if (problem['requestId'] !== requestId) return `${status} whose document has another request id`;
  return /^urn:sales-data:problem:[a-z-]+$/.test(String(problem['type']))
    ? undefined
    : `${status} of no type`;
};

/** Finds records of the other organization; text from the attack itself may be echoed. */
const leakIn = (attack: Attack, response: Response, target: FuzzTarget): string | undefined => {
  const answer = `${[...response.headers.values()].join('\n')}\n${textOf(response)}`;
  const leaked = target.markers.filter((marker) => answer.includes(marker));
  return leaked.find((marker) => !bytesOf(attack).includes(marker));
};

/** Returns the defect of a response, if it has one. */
export const judge = (attack: Attack, answer: Answer, target: FuzzTarget): string | undefined => {
  if ('failure' in answer) {
    // A client that closes its side mid-request is owed no response.
    if (answer.failure === 'closed' && attack.framing === 'unfinished') return undefined;
    return answer.failure === 'hang' ? 'no answer in time' : 'the connection was closed without an answer';
  }
  const { status, headers } = answer;
  const leak = leakIn(attack, answer, target);
  if (leak !== undefined) return `${status} that holds "${leak}" of another organization`;
  if (status < 200 || status > 599) return `the status ${status}`;
  if (status < 400) return headers.has('x-request-id') ? undefined : `${status} without X-Request-Id`;
  // API Gateway creates at most five keys a second and asks the caller to wait with 503.
  if (status >= 500 && !(status === 503 && headers.has('retry-after'))) {
    return `${status}: ${textOf(answer)}`;
  }
  return wrongWithError(attack, answer);
};
