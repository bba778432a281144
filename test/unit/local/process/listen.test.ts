import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { LOOPBACK, listen } from '../../../../infra/local/process/listen.ts';

it('keeps idle connections to HTTP servers open for longer than clients pause', async () => {
  const server = createServer((_, response) => response.end());
  onTestFinished(() => void server.close());
  const { headers } = await fetch(`http://${LOOPBACK}:${await listen(server)}`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});
