import { expect, it } from 'vitest';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';

it('creates a client that does not copy items for a log', () => {
  const client = createDocumentClient({ region: 'eu-central-1' });
  const middleware = client.middlewareStack.identify();
  client.destroy();
  expect(middleware).toContainEqual(expect.stringMatching(/^retryMiddleware/));
  expect(middleware).not.toContainEqual(expect.stringMatching(/logger/i));
});
