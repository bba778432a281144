import type { Server } from 'node:http';

/** Requests in progress get this long to finish. */
const DRAIN_MILLISECONDS = 2_000;

/** Stops accepting requests. Fulfilled once those in progress are answered or cut off. */
export const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
  await closed;
  clearTimeout(force);
};
