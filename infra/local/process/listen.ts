import { createServer, type Server } from 'node:net';
import { messageOf, StartError } from './start-error.ts';

/** The one address that anything of the runner binds to. */
export const LOOPBACK = '127.0.0.1';

/**
 * Binds a server to 127.0.0.1.
 *
 * @param port 0 picks a free one
 * @param setting what to call the port in an error message
 * @returns the port
 * @throws StartError when the port cannot be had
 */
export const listen = (server: Server, port: number, setting: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be had (${messageOf(error)})`;
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

/** A port that was free a moment ago; somebody else may take it before it is used. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server, 0, 'the port');
  await new Promise((resolve) => server.close(resolve));
  return port;
};
