import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names this machine as its host. A web page whose domain was rebound to 127.0.0.1 names
 * that domain.
 *
 * @param publicHost the name, with its port, under which a proxy serves it. @default none
 */
export const isForThisMachine = (
  { headers: { host } }: Pick<IncomingMessage, 'headers'>,
  publicHost?: string,
): boolean =>
  host === undefined ||
  host.toLowerCase() === publicHost ||
  /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/i.test(host);
