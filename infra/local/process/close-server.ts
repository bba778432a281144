import type { Server } from 'node:http';

/** Requests that are being answered get this long to finish. */
const DRAIN_MILLISECONDS = 2_000;

/** Stops a server from taking requests, and is fulfilled once those under way are answered or cut off. */
export const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MILLISECONDS);
  await closed;
  clearTimeout(force);
};
