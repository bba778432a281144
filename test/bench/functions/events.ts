import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ORGANIZATION_CLAIM } from '../../../functions/http/user-principal.ts';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import type { Fixtures } from './fixtures.ts';

const headers = (name: string, value: string) => ({
  headers: { [name]: value },
  multiValueHeaders: { [name]: [value] },
});

const KEY = {
  name: 'benchmark',
  plan: 'standard',
  createdAt: '2026-03-01T08:00:00.000Z',
  expiresAt: null,
  allowedAddresses: null,
  importSource: null,
};

const authorizerEvent = ({ organizationId, ids, apiKey }: Fixtures) => ({
  ...proxyEvent({ organizationId, resource: '/v1/person/{id}', id: ids.person }),
  type: 'REQUEST',
  methodArn: `arn:aws:execute-api:us-east-1:000000000000:api/stage/GET/v1/person/${ids.person}`,
  ...headers('X-Api-Key', apiKey),
});

/** The event that API Gateway sends to the admin API for a signed-in admin. */
const adminEvent = (
  { organizationId, adminId }: Fixtures,
  clientId: string,
  changes: Partial<APIGatewayProxyEvent>,
): APIGatewayProxyEvent => {
  const event = proxyEvent({ organizationId, resource: changes.resource ?? '' });
  const claims = {
    sub: adminId,
    email: 'admin@example.com',
    aud: clientId,
    token_use: 'id',
    [ORGANIZATION_CLAIM]: organizationId,
    'cognito:groups': 'admin',
  };
  return {
    ...event,
    requestContext: {
      ...event.requestContext,
      authorizer: { claims },
      identity: { ...event.requestContext.identity, sourceIp: '127.0.0.1' },
    },
    ...changes,
  };
};

const mcpHeaders = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'X-Api-Key': 'sd_live_x',
};

/** The first call of a tool: one request to the data API, which the front answers. */
const mcpEvent = ({ organizationId, front }: Fixtures): APIGatewayProxyEvent => {
  const event = proxyEvent({ organizationId, resource: MCP_ROUTE.path });
  return {
    ...event,
    httpMethod: MCP_ROUTE.method,
    headers: mcpHeaders,
    multiValueHeaders: Object.fromEntries(Object.entries(mcpHeaders).map(([name, value]) => [name, [value]])),
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_people', arguments: {} },
    }),
    requestContext: { ...event.requestContext, domainName: new URL(front.url).host, path: MCP_ROUTE.path },
  };
};

const streamEvent = ({ organizationId }: Fixtures) => {
  const [person] = sampleData('Changed').people;
  if (person === undefined) throw new Error('There is no sample person.');
  const { pk, sk } = personKey(organizationId, person.id);
  return {
    Records: [
      {
        eventID: randomUUID(),
        eventName: 'INSERT',
        dynamodb: {
          ApproximateCreationDateTime: 1_771_000_000,
          SequenceNumber: '100',
          Keys: marshall({ pk, sk }),
          NewImage: marshall({ ...personToItem(organizationId, person), version: 1 }),
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      },
    ],
  };
};

const message = (body: object) => ({
  Records: [
    {
      messageId: 'message-1',
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: '1771000000000' },
      eventSourceARN: 'arn:aws:sqs:us-east-1:0:queue',
    },
  ],
});

const fanOutEvent = ({ organizationId, ids }: Fixtures) =>
  message({
    detail: {
      organizationId,
      streamSequence: '1',
      feedPosition: '1/0',
      keptDays: 30,
      event: {
        id: randomUUID(),
        type: 'person.created',
        timestamp: '2026-03-01T08:00:00.000Z',
        sequence: 1,
        data: { id: ids.person },
        previous: {},
      },
    },
  });

const deliveryEvent = ({ organizationId, ids }: Fixtures) =>
  message({
    organizationId,
    endpointId: randomUUID(),
    deliveryId: randomUUID(),
    eventId: randomUUID(),
    resourceId: ids.person,
    series: 1,
    attempt: 1,
  });

/**
 * Events of the functions, by construct path and, after a space, what tells events of one function apart.
 * Read-path events return a record; the others exercise the most common case, as far as possible without
 * other services.
 *
 * @param clientId of the user pool, as configured in the function
 */
export const eventsOf = (fixtures: Fixtures, clientId: string) => {
  const { organizationId, ids } = fixtures;
  return {
    readPath: {
      'SalesApi/Authorize': authorizerEvent(fixtures),
      'SalesApi/GetPerson': proxyEvent({ organizationId, resource: '/v1/person/{id}', id: ids.person }),
      'SalesApi/GetCompany': proxyEvent({ organizationId, resource: '/v1/company/{id}', id: ids.company }),
      'SalesApi/GetKey': proxyEvent({ organizationId, resource: '/v1/key', key: KEY }),
      'SalesApi/ListPeople': proxyEvent({ organizationId, resource: '/v1/person' }),
      'SalesApi/ListCompanies': proxyEvent({ organizationId, resource: '/v1/company' }),
      'SalesApi/ListCallListEntries': proxyEvent({ organizationId, resource: '/v1/call-list-entry' }),
      'SalesApi/ListCallLists': proxyEvent({ organizationId, resource: '/v1/call-list' }),
      'SalesApi/GetCallList': proxyEvent({
        organizationId,
        resource: '/v1/call-list/{id}',
        id: ids.callList,
        query: { limit: '10' },
      }),
      'SalesApi/GetCallList with include': proxyEvent({
        organizationId,
        resource: '/v1/call-list/{id}',
        id: ids.longCallList,
        query: { limit: '100', include: 'person,company' },
      }),
    },
    others: {
      'SalesApi/ServeMcp': mcpEvent(fixtures),
      'AdminApi/ManageKeys': adminEvent(fixtures, clientId, { resource: '/api-keys', path: '/api-keys' }),
      'AdminApi/ManageWebhooks': adminEvent(fixtures, clientId, {
        resource: '/webhook-endpoints',
        path: '/webhook-endpoints',
      }),
      'AdminApi/BrowseRecords': adminEvent(fixtures, clientId, {
        resource: '/people/{id}',
        path: `/people/${ids.person}`,
        pathParameters: { id: ids.person },
      }),
      // A person can be deleted only once.
      'AdminApi/ManageRecords': adminEvent(fixtures, clientId, {
        resource: '/people/{id}',
        path: `/people/${ids.company}`,
        pathParameters: { id: ids.company },
        httpMethod: 'DELETE',
      }),
      'AdminApi/TryRequest': adminEvent(fixtures, clientId, {
        resource: '/try-requests',
        path: '/try-requests',
        httpMethod: 'POST',
        ...headers('Content-Type', 'application/json'),
        body: JSON.stringify({ operation: 'getPerson', id: ids.person, apiKey: 'sd_live_x' }),
      }),
      'AdminApi/ServeConsole': proxyEvent({ organizationId, resource: '/console' }),
      'ChangeEvents/Publish': streamEvent(fixtures),
      'Lookups/Index': { ...streamEvent(fixtures), shardId: 'shard-1' },
      'Webhooks/FanOut': fanOutEvent(fixtures),
      'Webhooks/Deliver': deliveryEvent(fixtures),
      'Webhooks/Requeue': {},
    },
  };
};
