/** A minimal authorizer: one GetItem, which allows any key that exists. */
import { Agent, request } from 'node:http';
import { createSend } from '../../support/bare-dynamodb.mjs';

const send = createSend({ Agent, request });
const idOf = (token) => token.replace(/^sd_live_(.{8})(.{4})(.{4})(.{4})(.{12})_.*$/, '$1-$2-$3-$4-$5');

export const handler = async ({ headers, methodArn }) => {
  const key = {
    pk: { S: `API_KEY#${idOf(headers['X-Api-Key'] ?? headers['x-api-key'])}` },
    sk: { S: 'API_KEY' },
  };
  const { Item } = await send({
    target: 'DynamoDB_20120810.GetItem',
    body: JSON.stringify({ TableName: process.env.TABLE_NAME, Key: key, ConsistentRead: true }),
  });
  return {
    principalId: Item.id.S,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
    },
    context: {
      organizationId: Item.organizationId.S,
      keyId: Item.id.S,
      permissions: 'person:read,company:read,call-list:read',
    },
    usageIdentifierKey: Item.gatewayKey.S,
  };
};
