/**
 * A thread that counts deliveries and responds to each at once. A thread of its own, so that its processor
 * time can be told from that of the changes.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { startReceiver } from '../../support/webhooks/webhook-receiver.ts';

const count = new Int32Array(workerData);
const receiver = await startReceiver((_, response) => {
  Atomics.add(count, 0, 1);
  response.writeHead(204).end();
});
parentPort?.once('message', () => receiver.stop());
parentPort?.postMessage(receiver.port);
