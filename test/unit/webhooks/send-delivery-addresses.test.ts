import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeliverySender, type DeliverySender } from '../../../shared/webhooks/sending/send-delivery.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';

let receiver: Receiver;
let sender: DeliverySender | undefined;

beforeEach(async () => {
  receiver = await startReceiver((_delivery, response) =>
    response.writeHead(200, { Connection: 'close' }).end(),
  );
});

afterEach(async () => {
  await receiver.stop();
});

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };
const PRIVATE: LookupAddress = { address: '10.0.0.5', family: 4 };

/** A fake name server that returns these answers in turn; an answer can be a failure or never arrive. */
const resolving = (...answers: (readonly LookupAddress[] | Error | 'never')[]) => {
  const asked: string[] = [];
  const resolve = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const answer = answers[asked.push(hostname) - 1] ?? [];
    if (answer instanceof Error) throw answer;
    return answer === 'never' ? new Promise(() => {}) : answer;
  };
  return { asked, resolve };
};

const send = (url: string) => {
  if (sender === undefined) throw new Error('There is no sender.');
  return sender({ url, headers: {}, body: '{}' });
};

describe('a delivery', () => {
  it('rejects a host with a private address, without any connection', async () => {
    for (const addresses of [[PRIVATE], [LOOPBACK], [{ address: '8.8.8.8', family: 4 }, LOOPBACK]]) {
      sender = createDeliverySender(resolving(addresses));
      expect(await send(`https://hooks.example.com:${receiver.port}/`)).toMatchObject({
        status: null,
        error: expect.stringMatching(/^hooks\.example\.com resolves to an address that is not public/),
        responseBody: null,
      });
    }
    expect(receiver.connections()).toBe(0);
  });

  it('rejects a host as soon as it changes to a private address', async () => {
    const { asked, resolve } = resolving([LOOPBACK], [LOOPBACK, PRIVATE]);
    sender = createDeliverySender({ resolve, allowsLoopback: true });
    const url = `http://hooks.localhost:${receiver.port}/`;
    expect(await send(url)).toMatchObject({ error: null });
    expect(await send(url)).toMatchObject({
      error: expect.stringMatching(/^hooks\.localhost resolves to an address that is not public/),
    });
    expect(asked).toEqual(['hooks.localhost', 'hooks.localhost']);
    expect(receiver.connections()).toBe(1);
  });

  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://127.0.0.1.',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
    'http://127.0.0.1',
    'http://hooks.example.com',
  ])('rejects a URL that is not allowed: %s', async (origin) => {
    const { asked, resolve } = resolving([LOOPBACK]);
    sender = createDeliverySender({ resolve });
    expect(await send(`${origin}:${receiver.port}/`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^Not sent: the URL must .*\.$/),
    });
    expect(asked).toEqual([]);
    expect(receiver.connections()).toBe(0);
  });

  it('rejects an invalid URL', async () => {
    sender = createDeliverySender();
    expect(await send('hooks')).toMatchObject({ error: expect.stringMatching(/^Not sent: the URL must be/) });
  });

  it('reaches loopback addresses if the policy allows them, by name and by address', async () => {
    sender = createDeliverySender({ allowsLoopback: true });
    expect(await send(`http://127.0.0.1:${receiver.port}/`)).toMatchObject({ error: null });
    expect(await send(`http://localhost:${receiver.port}/`)).toMatchObject({ error: null });
    expect(await send(`https://10.0.0.5:${receiver.port}/`)).toMatchObject({ error: expect.any(String) });
  });

  it('tries the other addresses of a host if one does not answer', async () => {
    const { resolve } = resolving([
      { address: '127.0.0.2', family: 4 },
      { address: '::1', family: 6 },
      LOOPBACK,
    ]);
    sender = createDeliverySender({ resolve, allowsLoopback: true });
    expect(await send(`http://hooks.localhost:${receiver.port}/`)).toMatchObject({ error: null });
  });

  it.each([
    ['ENOTFOUND', 'The host name was not found in the DNS.'],
    ['EAI_AGAIN', 'The host name could not be looked up: the DNS gave no answer.'],
    ['EAI_SYSTEM', 'The request failed (EAI_SYSTEM).'],
  ])('fails when the lookup fails with %s', async (code, error) => {
    sender = createDeliverySender(resolving(Object.assign(new Error(code), { code })));
    expect(await send('https://hooks.example.com/')).toMatchObject({ status: null, error });
  });

  it('times out if the lookup never ends', async () => {
    sender = createDeliverySender({ ...resolving('never'), timeoutMilliseconds: 200 });
    expect(await send('https://hooks.example.com/')).toMatchObject({
      status: null,
      error: 'Timed out after 0.2 s: no connection could be made.',
    });
  });
});
