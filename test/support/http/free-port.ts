import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listen } from '../../../infra/local/process/listen.ts';

/**
 * Below the ephemeral ports of outgoing connections, which a busy machine takes within moments: those begin
 * at 32768 on Linux and at 49152 elsewhere (RFC 6335).
 */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_767;
const ATTEMPTS = 100;

/** A port that was free a moment ago; another process may take it before it is used. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    const server = createServer();
    try {
      await listen(server, port);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      continue;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
};
