import { expect, it } from 'vitest';
import { listEventTypes } from '../../../functions/events/list-event-types/handler.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { EVENT_TYPES } from '../../../shared/contract/events/event-types.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { dataApiDocument } from '../../../shared/operations/openapi/data-api/document.ts';
import { eventSchemaName } from '../../../shared/operations/openapi/data-api/webhooks.ts';
import { readOpenApi } from '../../support/contract/openapi/document.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

it('returns a sample of every event type that matches the schema of its event', async () => {
  const handler = dataFunction(ROUTES.listEventTypes, listEventTypes);
  const request = { organizationId: 'org', resource: ROUTES.listEventTypes.path };
  const { items } = JSON.parse((await handler(proxyEvent(request), lambdaContext())).body);
  const document = readOpenApi(dataApiDocument('exact'));
  expect(items.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES);
  for (const { type, example } of items) {
    const schema = ['components', 'schemas', eventSchemaName(type)];
    expect(document.errors(schema, example), type).toEqual([]);
  }
});
