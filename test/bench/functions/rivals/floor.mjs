/**
 * The least that can be done: requests of DynamoDB, signed by hand and sent by bare `node:https`, whose answers are parsed.
 * `FLOOR_CALLS` says which, as JSON: `[{"target","body"}]`; they are sent together.
 */
import { createHash, createHmac } from 'node:crypto';
import { Agent, request } from 'node:https';

const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL, FLOOR_CALLS } = process.env;
const calls = JSON.parse(FLOOR_CALLS);
const endpoint = new URL(AWS_ENDPOINT_URL);
const agent = new Agent({ keepAlive: true });

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
const signedHeaders = (target, body) => {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const names = 'host;x-amz-date;x-amz-target';
  const canonical = `POST\n/\n\nhost:${endpoint.host}\nx-amz-date:${time}\nx-amz-target:${target}\n\n${names}\n${sha256(body)}`;
  const scope = `${day}/${AWS_REGION}/dynamodb/aws4_request`;
  const key = ['dynamodb', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${AWS_SECRET_ACCESS_KEY}`, day), AWS_REGION),
  );
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex');
  return {
    Host: endpoint.host,
    'Content-Type': 'application/x-amz-json-1.0',
    'Content-Length': Buffer.byteLength(body),
    'X-Amz-Date': time,
    'X-Amz-Target': target,
    Authorization: `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

const send = ({ target, body }) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = endpoint;
    request({ method: 'POST', hostname, port, agent, headers: signedHeaders(target, body) }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      response.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });

export const handler = async () => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(await Promise.all(calls.map(send))),
});
