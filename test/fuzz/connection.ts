import { connect, type Socket } from 'node:net';
import { type Attack, bytesOf } from './attack.ts';

/** The result of an attack. */
export type Answer =
  | {
      readonly status: number;
      readonly headers: ReadonlyMap<string, string>;
      readonly body: Buffer;
    }
  | { readonly failure: 'closed' | 'hang' };

/** Longer than the gateway's longest timeout. */
const HANG_MILLISECONDS = 35_000;

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly end: number;
}

const readHead = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1]), headers, end: end + 4 };
};

/** Parses a response once it is complete. Every response of the gateway states its length. */
const readAnswer = (bytes: Buffer, method: string): Answer | undefined => {
  const head = readHead(bytes);
  if (head === undefined) return undefined;
  if (head.status < 200) return readAnswer(bytes.subarray(head.end), method);
  const isWithoutBody = method === 'HEAD' || head.status === 204 || head.status === 304;
  const length = isWithoutBody ? 0 : Number(head.headers.get('content-length') ?? 0);
  if (bytes.length < head.end + length) return undefined;
  return { ...head, body: bytes.subarray(head.end, head.end + length) };
};

const exchange = (socket: Socket, attack: Attack): Promise<Answer> =>
  new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const finish = (answer: Answer): void => {
      clearTimeout(timer);
      socket.removeAllListeners('data').removeAllListeners('close');
      resolve(answer);
    };
    const timer = setTimeout(finish, HANG_MILLISECONDS, { failure: 'hang' });
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received, attack.method);
      if (answer !== undefined) finish(answer);
    });
    socket.once('close', () => finish({ failure: 'closed' }));
    socket.write(bytesOf(attack));
    if (attack.framing === 'unfinished') socket.end();
  });

/** Sends attacks sequentially. */
export interface Attacker {
  send(url: string, attack: Attack): Promise<Answer>;
  close(): void;
}

/** Uses raw sockets, because HTTP clients refuse to send most attacks. Reuses open connections. */
export const createAttacker = (): Attacker => {
  const sockets = new Map<string, Socket>();

  const open = (url: string): Socket => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    return socket;
  };

  return {
    async send(url, attack) {
      const used = sockets.get(url);
      sockets.delete(url);
      const isUsed = used !== undefined && !used.destroyed;
      let socket = isUsed ? used : open(url);
      let answer = await exchange(socket, attack);
      if (isUsed && 'failure' in answer && answer.failure === 'closed') {
        // The server may have closed an idle connection at that moment.
        socket = open(url);
        answer = await exchange(socket, attack);
      }
      const isKept =
        'status' in answer && answer.headers.get('connection') !== 'close' && attack.framing === 'complete';
      if (isKept && !socket.destroyed) sockets.set(url, socket);
      else socket.destroy();
      return answer;
    },
    close() {
      for (const socket of sockets.values()) socket.destroy();
    },
  };
};
