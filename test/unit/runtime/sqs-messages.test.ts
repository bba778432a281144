import { startFauxqs } from 'fauxqs';
import { expect, it } from 'vitest';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createSqsMessages } from '../../../shared/runtime/sqs-messages.ts';

it('sends each message in the group of its organization', async () => {
  const region = 'eu-central-1';
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = createSqsClient({ endpoint, region, credentials });
  server.createQueue('jobs', { region });
  // The queue does not return the group of a message.
  const sent: object[] = [];
  client.middlewareStack.add(
    (next) => (given) => {
      sent.push(given.input);
      return next(given);
    },
    { step: 'initialize' },
  );
  for (const organizationId of ['one', 'other']) {
    await createSqsMessages(client, `${endpoint}/000000000000/jobs`).send({ organizationId });
  }
  expect(sent).toMatchObject([{ MessageGroupId: 'one' }, { MessageGroupId: 'other' }]);
  client.destroy();
  await server.stop();
});
