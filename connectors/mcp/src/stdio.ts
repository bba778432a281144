import { createInterface } from 'node:readline';
import { errorResponse, type Message, PARSE_ERROR, RpcError, readMessage } from './json-rpc.ts';
import type { createSalesDataServer } from './server.ts';
import { versionOf } from './versions.ts';

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    throw new RpcError(PARSE_ERROR, 'A line must be JSON.');
  }
};

/** Serves a client over stdin and stdout, one message per line, until it closes stdin. */
export const serveStdio = (answer: ReturnType<typeof createSalesDataServer>): void => {
  /** Of requests that wait for their answer, by id. */
  const running = new Map<unknown, AbortController>();

  const answered = async (message: Message) => {
    if (message.method === 'notifications/cancelled') running.get(message.params['requestId'])?.abort();
    const controller = new AbortController();
    if (message.id !== undefined) running.set(message.id, controller);
    const response = await answer(message, versionOf(message), controller.signal);
    if (message.id !== undefined) running.delete(message.id);
    return controller.signal.aborted ? undefined : response;
  };

  const respond = async (line: string) => {
    let sent: unknown;
    try {
      sent = parse(line);
      const message = readMessage(sent);
      return message === undefined ? undefined : await answered(message);
    } catch (error) {
      if (error instanceof RpcError) return errorResponse(sent, error);
      throw error;
    }
  };

  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }).on('line', async (line) => {
    if (line.trim() === '') return;
    const response = await respond(line);
    if (response !== undefined) process.stdout.write(`${JSON.stringify(response)}\n`);
  });
};
