import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeliverySender, type DeliverySender } from '../../../shared/webhooks/sending/send-delivery.ts';
import {
  type ReceivedDelivery,
  type Receiver,
  startReceiver,
} from '../../support/webhooks/webhook-receiver.ts';

const BODY = '{"id":"evt_1","data":{"firstName":"Zoë","lastName":"山田"}}';

let sender: DeliverySender = createDeliverySender({ allowsLoopback: true });
let receiver: Receiver | undefined;

afterEach(async () => {
  sender = createDeliverySender({ allowsLoopback: true });
  await receiver?.stop();
});

/** Starts a receiver with this response, and returns the deliveries that it receives. */
const receive = async (
  answer: (response: ServerResponse, delivery: ReceivedDelivery) => void,
): Promise<ReceivedDelivery[]> => {
  const received: ReceivedDelivery[] = [];
  receiver = await startReceiver((delivery, response) => {
    received.push(delivery);
    answer(response, delivery);
  });
  return received;
};

const send = (path = '/hooks', headers: Record<string, string> = {}) =>
  sender({ url: `http://127.0.0.1:${receiver?.port}${path}`, headers, body: BODY });

describe('a delivery', () => {
  it('posts the exact body, with the signature headers and standard ones', async () => {
    const received = await receive((response) => response.end());
    await send('/hooks?token=a%20b', {
      'webhook-id': 'evt_1',
      'user-agent': 'another',
      'content-length': '3',
    });
    expect(received).toHaveLength(1);
    const { incoming, body } = received[0] ?? expect.fail();
    expect(body).toBe(BODY);
    expect(incoming).toMatchObject({ method: 'POST', url: '/hooks?token=a%20b' });
    expect(incoming.headers).toEqual({
      host: `127.0.0.1:${receiver?.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(BODY)),
      'user-agent': 'SalesData-Webhooks/1',
      'webhook-id': 'evt_1',
    });
  });

  it.each([200, 201, 202, 204, 299])('succeeds with %i', async (status) => {
    await receive((response) => response.writeHead(status).end());
    expect(await send()).toEqual({
      status,
      error: null,
      durationMilliseconds: expect.any(Number),
      responseBody: '',
      retryAfterSeconds: 0,
    });
  });

  it.each([
    [400, 'The endpoint answered with 400 Bad Request.'],
    [410, 'The endpoint answered with 410 Gone.'],
    [429, 'The endpoint answered with 429 Too Many Requests.'],
    [500, 'The endpoint answered with 500 Internal Server Error.'],
    [599, 'The endpoint answered with 599.'],
    [
      304,
      'The endpoint answered with 304 Not Modified: redirects are not followed, so the final URL must ' +
        'be registered.',
    ],
  ])('fails with %i', async (status, error) => {
    await receive((response) => response.writeHead(status).end());
    expect(await send()).toMatchObject({ status, error });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const location = `http://127.0.0.1:1/elsewhere`;
    const received = await receive((response) => response.writeHead(status, { Location: location }).end());
    const outcome = await send();
    expect(outcome).toMatchObject({ error: expect.any(String), status });
    expect(outcome.error).toMatch(/ to http:\/\/127\.0\.0\.1:1\/elsewhere: redirects are not followed/);
    expect(received).toHaveLength(1);
  });

  it('reports its duration and Retry-After', async () => {
    await receive((response) => {
      setTimeout(() => response.writeHead(503, { 'Retry-After': '120' }).end(), 50);
    });
    const { durationMilliseconds, retryAfterSeconds } = await send();
    expect(durationMilliseconds).toBeGreaterThanOrEqual(45);
    expect(Number.isInteger(durationMilliseconds)).toBe(true);
    expect(retryAfterSeconds).toBe(120);
  });

  it('sends no header that HTTP does not allow', async () => {
    const received = await receive((response) => response.end());
    const { error } = await send('/', { 'webhook-id': 'a\r\nb: c' });
    expect(error).toBe('The request failed (ERR_INVALID_CHAR).');
    expect(received).toHaveLength(0);
  });
});

describe('the excerpt of the response body', () => {
  const bodyOf = async (body: string | Buffer): Promise<string | null> => {
    await receive((response) => response.end(body));
    return (await send()).responseBody;
  };

  it('stores a short body completely', async () => {
    expect(await bodyOf('{"ok":true}\n')).toBe('{"ok":true}\n');
    expect(await bodyOf('a'.repeat(1_024))).toBe('a'.repeat(1_024));
  });

  it('stores the first 1,024 bytes of a long body, without a partial character at the end', async () => {
    expect(await bodyOf('a'.repeat(1_025))).toBe('a'.repeat(1_024));
    expect(await bodyOf('é'.repeat(600))).toBe('é'.repeat(512));
    expect(await bodyOf(`a${'é'.repeat(600)}`)).toBe(`a${'é'.repeat(511)}`);
    expect(await bodyOf(`ab${'😀'.repeat(300)}`)).toBe(`ab${'😀'.repeat(255)}`);
  });

  it('marks invalid UTF-8, also at its end', async () => {
    expect(await bodyOf(Buffer.from([0x61, 0xff, 0x62, 0xc3]))).toBe('a\u{FFFD}b\u{FFFD}');
  });

  it('contains no control characters except tabs and line breaks', async () => {
    expect(await bodyOf('a\tb\r\nc\u001b[31md\u0000e\rf\u0085g\u007f')).toBe(
      'a\tb\nc\u{FFFD}[31md\u{FFFD}e\u{FFFD}f\u{FFFD}g\u{FFFD}',
    );
  });
});

describe('connections', () => {
  it('reuses connections for later deliveries', async () => {
    await receive((response) => response.end('ok'));
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    for (let i = 0; i < 20; i++) expect(await send()).toMatchObject({ error: null });
    process.off('warning', note);
    expect(receiver?.connections()).toBe(1);
    // Node.js warns about leaked listeners on the connection.
    expect(warnings).toEqual([]);
  });

  it('reuses a connection after a body that fits the excerpt, and closes it after a longer one', async () => {
    await receive((response, { incoming }) => response.end('a'.repeat(Number(incoming.url?.slice(1)))));
    for (const length of [1_024, 1_024, 1_025, 1_024]) await send(`/${length}`);
    expect(receiver?.connections()).toBe(2);
  });

  it('limits connections per endpoint, for which further deliveries wait', async () => {
    sender = createDeliverySender({ allowsLoopback: true, maxSockets: 2 });
    await receive((response) => setTimeout(() => response.end(), 20));
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => send()));
    expect(outcomes.every(({ error }) => error === null)).toBe(true);
    expect(receiver?.connections()).toBe(2);
  });

  it('keeps the connections of concurrent deliveries for the next ones', async () => {
    await receive((response) => setTimeout(() => response.end(), 20));
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 40 }, () => send()));
    expect(receiver?.connections()).toBe(32);
  });

  it('waits for a connection no longer than the timeout of the attempt', async () => {
    sender = createDeliverySender({ allowsLoopback: true, maxSockets: 1, timeoutMilliseconds: 300 });
    await receive(() => {});
    for (const { error } of await Promise.all([send(), send()])) {
      expect(error).toMatch(/^Timed out after 0\.3 s: /);
    }
  });
});
