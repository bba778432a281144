import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { exchange, OutOfTimeError } from '../../../shared/webhooks/sending/exchange.ts';
import { startReceiver } from '../../support/webhooks/webhook-receiver.ts';

it('ends at its deadline even while waiting for a connection', async () => {
  const receiver = await startReceiver(() => {});
  const url = new URL(`http://127.0.0.1:${receiver.port}/`);
  const agent = new Agent({ maxSockets: 1 });
  const holder = request(url, { agent }).on('error', () => {});
  holder.end();
  try {
    const deadline = AbortSignal.timeout(100);
    const result = exchange({ url, headers: {}, body: Buffer.from('{}'), deadline }, { 'http:': agent });
    await expect(result).rejects.toThrow(new OutOfTimeError('no connection could be made.'));
  } finally {
    agent.destroy();
    await receiver.stop();
  }
});
