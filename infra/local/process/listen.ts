import type { Server } from 'node:net';
import { Server as HttpServer } from './http.ts';
import { messageOf, StartError } from './start-error.ts';

/** The only address that the runner binds to. */
export const LOOPBACK = '127.0.0.1';

/**
 * Longer than clients and load generators pause between requests: a request that meets a closing connection
 * fails. The default of Node.js is five seconds.
 */
const KEEP_ALIVE_MILLISECONDS = 65_000;

/**
 * Binds a server to 127.0.0.1. An HTTP server keeps idle connections open.
 *
 * @param port 0 picks a free one. @default 0
 * @param setting the name of the port in an error message
 * @returns the port
 * @throws StartError when the port is not available
 */
export const listen = (server: Server, port = 0, setting = 'the port'): Promise<number> =>
  new Promise((resolve, reject) => {
    if (server instanceof HttpServer) server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
    const onError = (error: NodeJS.ErrnoException): void => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is already in use' : `is not available (${messageOf(error)})`;
      reject(
        new StartError(`Port ${port} ${reason}: set ${setting} to another one, or to 0 for a free one.`),
      );
    };
    server.once('error', onError);
    server.listen(port, LOOPBACK, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
