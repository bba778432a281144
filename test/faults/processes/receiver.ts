/**
 * A webhook receiver in its own process. It verifies each delivery with the public library and appends a line
 * of JSON to a file before it responds, so that acknowledged deliveries are on record even if it is killed.
 *
 * Arguments: the port and the file. Environment: `SECRET`, the signing secret.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const [port, file = ''] = process.argv.slice(2);
const webhook = new Webhook(process.env['SECRET'] ?? '');

const headersOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  try {
    webhook.verify(body, headersOf(request.headers));
  } catch (error) {
    appendFileSync(file, `${JSON.stringify({ error: String(error) })}\n`);
    response.writeHead(400).end();
    return;
  }
  const { id, type, sequence, data } = JSON.parse(body);
  appendFileSync(file, `${JSON.stringify({ id, type, sequence, resourceId: data.id })}\n`);
  response.writeHead(204).end();
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
