import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeliverySender, type DeliverySender } from '../../../shared/webhooks/sending/send-delivery.ts';
import { type Receiver, startRawReceiver } from '../../support/webhooks/webhook-receiver.ts';

const CLOSED = 'The connection was closed before a response arrived.';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

let sender: DeliverySender;
let receiver: Receiver | undefined;

afterEach(async () => {
  await receiver?.stop();
});

const send = (body = '{}') => sender({ url: `http://127.0.0.1:${receiver?.port}/`, headers: {}, body });

/**
 * Starts a receiver with a handler for each request.
 *
 * @param respond is called with the number of the request, from 1, and of its connection
 * @param maxSockets one, so that a leaked connection would block the next delivery
 */
const receive = async (
  respond: (socket: Socket, request: number, connection: number) => void,
  timeoutMilliseconds = 4_000,
  maxSockets = 1,
): Promise<void> => {
  sender = createDeliverySender({ allowsLoopback: true, timeoutMilliseconds, maxSockets });
  let requests = 0;
  let connections = 0;
  receiver = await startRawReceiver((socket) => {
    const connection = ++connections;
    socket.on('data', (data) => {
      if (data.includes('POST ')) respond(socket, ++requests, connection);
    });
  });
};

/** Sends a piece every few milliseconds, forever. */
const drip = (socket: Socket, piece: string): void => {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
};

describe('a slow endpoint', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['that never responds', () => {}],
    [
      'whose status never ends',
      (socket) => {
        socket.write('HTTP/1.1 200 O');
        drip(socket, 'K');
      },
    ],
    [
      'whose headers never end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
        drip(socket, 'a');
      },
    ],
    ['that keeps sending 100 Continue', (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('times out with an endpoint %s', async (_what, respond) => {
    await receive(respond, 300);
    const outcome = await send();
    expect(outcome).toMatchObject({ error: expect.any(String), status: null, responseBody: null });
    expect(outcome.error).toMatch(/^Timed out after 0\.3 s: /);
  });

  it('succeeds within the timeout if only the body never ends', async () => {
    await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n');
    }, 1_500);
    expect(await send()).toMatchObject({ status: 200, error: null, responseBody: 'ok' });
  });

  it('succeeds immediately if the body is long and never ends', async () => {
    await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      drip(socket, 'a'.repeat(500));
    });
    expect(await send()).toMatchObject({ error: null, responseBody: 'a'.repeat(1_024) });
  });

  it('fails with its status if the status is no success and the body never ends', async () => {
    await receive((socket) => {
      socket.write('HTTP/1.1 503 Busy\r\nContent-Length: 1000\r\nRetry-After: 7\r\n\r\nsorry');
    }, 1_500);
    expect(await send()).toMatchObject({
      status: 503,
      error: 'The endpoint answered with 503 Service Unavailable.',
      responseBody: 'sorry',
      retryAfterSeconds: 7,
    });
  });
});

describe('an endpoint that closes the connection', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('fails without a retry if the endpoint %s the connection before it responds', async (_what, respond) => {
    await receive(respond);
    expect(await send()).toMatchObject({ status: null, error: CLOSED });
    expect(receiver?.connections()).toBe(1);
  });

  it('fails if the endpoint closes the connection in the middle of the headers', async () => {
    await receive((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'));
    expect(await send()).toMatchObject({
      status: null,
      error: expect.stringMatching(/\.$/),
    });
  });

  it('succeeds if the endpoint resets the connection in the middle of the body', async () => {
    await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of', () => {
        setTimeout(() => socket.resetAndDestroy(), 30);
      });
    });
    expect(await send()).toMatchObject({ error: null, status: 200, responseBody: 'half of' });
  });

  it('fails if the endpoint refuses the connection', async () => {
    await receive(() => {});
    await receiver?.stop();
    expect(await send()).toMatchObject({ status: null, error: 'The connection was refused.' });
  });
});

describe('an endpoint that violates HTTP', () => {
  const NOT_HTTP = 'The endpoint did not return a valid HTTP/1.1 response.';

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', NOT_HTTP],
    ['HTTP/2', '\u0000\u0000\u0006\u0004\u0000\u0000\u0000\u0000\u0000', NOT_HTTP],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', NOT_HTTP],
    [
      'huge headers',
      `HTTP/1.1 200 OK\r\nX-Huge: ${'a'.repeat(20_000)}\r\n\r\n`,
      'The headers of the response are larger than 16 KB.',
    ],
    [
      'an unrequested protocol switch',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      CLOSED,
    ],
  ])('fails with an endpoint that answers with %s', async (_what, answer, error) => {
    await receive((socket) => socket.write(answer));
    expect(await send()).toMatchObject({ status: null, error });
  });

  it('succeeds with its status if only the body is broken', async () => {
    await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nnot a length\r\n');
    });
    expect(await send()).toMatchObject({ error: null, status: 200, responseBody: 'ok' });
  });
});

describe('an endpoint that responds before it has read the request', () => {
  const LARGE = JSON.stringify('a'.repeat(20_000_000));

  it('succeeds without receiving the rest of the request', async () => {
    await receive((socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig');
    });
    expect(await send(LARGE)).toMatchObject({ status: 413, responseBody: 'big' });
    expect(await send(LARGE)).toMatchObject({ status: 413, responseBody: 'big' });
    expect(receiver?.connections()).toBe(2);
  });
});

describe('a keep-alive connection that the endpoint has closed', () => {
  it('replaces a closed keep-alive connection silently, once', async () => {
    await receive((socket, _request, connection) => {
      if (connection === 1 && socket.bytesWritten > 0) socket.resetAndDestroy();
      else socket.write(OK);
    });
    expect(await send()).toMatchObject({ error: null });
    expect(await send()).toMatchObject({ error: null, responseBody: 'ok' });
    expect(receiver?.connections()).toBe(2);
  });

  it('does not replace it with another closed connection', async () => {
    const waiting: Socket[] = [];
    await receive(
      (socket, request) => {
        // The first two are answered together, so that both connections stay open.
        if (request <= 2) waiting.push(socket);
        if (request === 2) for (const kept of waiting) kept.write(OK);
        if (request > 2 && waiting.includes(socket)) socket.resetAndDestroy();
        else if (request > 2) socket.write(OK);
      },
      4_000,
      2,
    );
    await Promise.all([send(), send()]);
    expect(await send()).toMatchObject({ error: null });
    expect(receiver?.connections()).toBe(3);
  });

  it('fails if the new connection is closed too', async () => {
    let requests = 0;
    await receive((socket, request) => {
      requests = request;
      if (request === 1) socket.write(OK);
      else socket.end();
    });
    await send();
    expect(await send()).toMatchObject({ status: null, error: CLOSED });
    expect({ requests, connections: receiver?.connections() }).toEqual({ requests: 3, connections: 2 });
  });

  it('fails if part of a response had arrived', async () => {
    await receive((socket, request) => {
      if (request === 1) socket.write(OK);
      else socket.write('HTTP/1.1 2', () => setTimeout(() => socket.resetAndDestroy(), 30));
    });
    await send();
    expect(await send()).toMatchObject({ status: null, error: CLOSED });
    expect(receiver?.connections()).toBe(1);
  });
});
