import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names this machine as its host. A web page whose domain was rebound to 127.0.0.1 names
 * that domain.
 */
export const isForThisMachine = ({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean =>
  host === undefined || /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/i.test(host);
