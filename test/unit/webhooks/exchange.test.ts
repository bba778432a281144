import { Agent, request } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { expect, it } from 'vitest';
import { exchange } from '../../../shared/webhooks/sending/exchange.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

it('an exchange ends at its deadline even while waiting for a connection', async () => {
  const receiver = await startReceiver(() => {});
  const url = new URL(`http://127.0.0.1:${receiver.port}/`);
  const agents = { http: new Agent({ maxSockets: 1 }), https: new HttpsAgent() };
  const holder = request(url, { agent: agents.http }).on('error', () => {});
  holder.end();
  try {
    const deadline = AbortSignal.timeout(100);
    const result = await exchange({ url, headers: {}, body: Buffer.from('{}'), deadline }, agents);
    expect(result).toMatchObject({ kind: 'failure', isConnected: false, isStaleConnection: false });
  } finally {
    agents.http.destroy();
    await receiver.stop();
  }
});
