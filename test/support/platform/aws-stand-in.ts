import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';

/** An error response: its code, such as `ParameterNotFound`, and its status. */
export interface AwsError {
  readonly error: string;
  readonly status: number;
  readonly message?: string;
}

/**
 * Answers to calls: by `X-Amz-Target`, by `Action`, or by method and path, with `?position=…` of a further
 * page.
 */
export type AwsAnswers = Readonly<Record<string, object>>;

export interface AwsStandIn {
  /** Makes AWS SDK clients call it. */
  readonly environment: Readonly<Record<string, string>>;
  answers: AwsAnswers;
  /** The names of all calls since the start, in order. */
  readonly calls: readonly string[];
  /** Their bodies. */
  readonly bodies: readonly string[];
  /** Calls without an answer. */
  readonly unexpected: readonly string[];
  stop(): Promise<void>;
}

const isError = (answer: object): answer is AwsError => 'error' in answer;

/**
 * Stands in for all services of AWS at one address, with the given answers and no others. Answers of services
 * with the query protocol are `{ xml }`, and those without a body `{ status, headers }`.
 */
export const startAwsStandIn = async (): Promise<AwsStandIn> => {
  const calls: string[] = [];
  const bodies: string[] = [];
  const unexpected: string[] = [];
  let answers: AwsAnswers = {};
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://aws');
    const action = new URLSearchParams(body).get('Action');
    const position = searchParams.get('position');
    const path = position === null ? pathname : `${pathname}?position=${position}`;
    const name = String(request.headers['x-amz-target'] ?? action ?? `${request.method} ${path}`);
    calls.push(name);
    bodies.push(body);
    const answer = answers[name];
    if (answer === undefined) {
      unexpected.push(name);
      response.writeHead(501).end();
    } else if (isError(answer)) {
      const { error, status, message = '' } = answer;
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-errortype': error })
        .end(JSON.stringify({ __type: error, message }));
    } else if ('headers' in answer) {
      const { status, headers } = answer as { status: number; headers: Record<string, string> };
      response.writeHead(status, headers).end();
    } else if ('xml' in answer) {
      const status = 'status' in answer ? Number(answer.status) : 200;
      response.writeHead(status, { 'Content-Type': 'text/xml' }).end(answer.xml);
    } else {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    }
  });
  const port = await listen(server);
  return {
    environment: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_MAX_ATTEMPTS: '1',
    },
    calls,
    bodies,
    unexpected,
    get answers() {
      return answers;
    },
    set answers(next) {
      answers = next;
    },
    stop: () => closeServer(server),
  };
};
