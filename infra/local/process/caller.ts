import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';

/**
 * Whether a request names this machine as its host. One of a web page whose domain was rebound to 127.0.0.1
 * names that domain.
 */
export const isForThisMachine = ({ headers: { host } }: IncomingMessage): boolean =>
  host === undefined || /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/i.test(host);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a call is signed with this access key id. The signature itself is not checked. */
const hasAccessKey = ({ headers: { authorization = '' } }: IncomingMessage, accessKeyId: string): boolean => {
  const [, given = ''] = /^AWS4-HMAC-SHA256 Credential=([^/]+)\//.exec(authorization) ?? [];
  return timingSafeEqual(digest(given), digest(accessKeyId));
};

const REFUSAL = {
  __type: 'UnrecognizedClientException',
  message: 'Unknown access key ID, or a Host that is not this machine. runner.json has the access key ID.',
};

/**
 * Refuses calls without the access key id of the run, which other users of this machine and web pages cannot
 * know.
 *
 * @param listener handles the other calls
 */
export const requireCaller =
  (accessKeyId: string, listener: RequestListener): RequestListener =>
  (message, response) => {
    if (isForThisMachine(message) && hasAccessKey(message, accessKeyId)) {
      listener(message, response);
      return;
    }
    response
      .writeHead(403, {
        'Content-Type': 'application/json',
        'x-amzn-errortype': REFUSAL.__type,
        Connection: 'close',
      })
      .end(JSON.stringify(REFUSAL));
  };
