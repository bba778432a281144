/** The minimal DynamoDB client: hand-signed requests over bare Node.js HTTP. */
import { createHash, createHmac, createSecretKey } from 'node:crypto';

const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB } =
  process.env;
const endpoint = new URL(AWS_ENDPOINT_URL_DYNAMODB ?? AWS_ENDPOINT_URL);

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

let known;
/** Cached per day: deriving the key costs more than the rest of the signature. */
const signingKey = (day) => {
  if (known?.day !== day) {
    const dateKey = hmac(`AWS4${AWS_SECRET_ACCESS_KEY}`, day);
    const derived = [AWS_REGION, 'dynamodb', 'aws4_request'].reduce(hmac, dateKey);
    known = { day, key: createSecretKey(derived) };
  }
  return known.key;
};

/**
 * Signature Version 4:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
const signedHeaders = (target, body) => {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const names = 'host;x-amz-date;x-amz-target';
  const canonical = `POST\n/\n\nhost:${endpoint.host}\nx-amz-date:${time}\nx-amz-target:${target}\n\n${names}\n${sha256(body)}`;
  const scope = `${day}/${AWS_REGION}/dynamodb/aws4_request`;
  const signature = hmac(
    signingKey(day),
    `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`,
  ).toString('hex');
  return {
    Host: endpoint.host,
    'Content-Type': 'application/x-amz-json-1.0',
    'Content-Length': Buffer.byteLength(body),
    'X-Amz-Date': time,
    'X-Amz-Target': target,
    Authorization: `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

/**
 * Creates a function that makes one DynamoDB request, or gets a path of the same server, and reads the response.
 *
 * @param {Pick<import('node:https'), 'Agent' | 'request'>} client `node:https`, or `node:http` for an
 * endpoint without TLS
 * @param {(text: string) => unknown} read returns what the function resolves with. Default: parses the
 * response
 */
export const createSend = ({ Agent, request }, read = JSON.parse) => {
  const agent = new Agent({ keepAlive: true });
  return ({ target, body }) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = endpoint;
      const options = target.startsWith('/')
        ? { path: target }
        : { method: 'POST', headers: signedHeaders(target, body) };
      request({ ...options, hostname, port, agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(read(Buffer.concat(chunks).toString())));
        response.on('error', reject);
      })
        .on('error', reject)
        .end(body);
    });
};
