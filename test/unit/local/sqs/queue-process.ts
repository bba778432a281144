/** Runs queues in a separate process, which can be killed: node queue-process.ts DIRECTORY. */
import { startQueues } from '../../../../infra/local/sqs/queues.ts';
import { CREDENTIALS, stackOf } from './small-queues.ts';

const stack = stackOf({ Standard: {}, Fifo: { FifoQueue: true } });
const { endpoint } = await startQueues({
  queues: stack.resourcesOf('AWS::SQS::Queue'),
  directory: process.argv[2] ?? '',
  account: stack.account,
  credentials: CREDENTIALS,
});
process.stdout.write(endpoint);
setInterval(() => undefined, 60_000);
