/** A minimal get by ID: one GetItem. */
import { Agent, request } from 'node:http';
import { createSend } from '../../support/bare-dynamodb.mjs';

const send = createSend({ Agent, request });

export const handler = async ({ pathParameters, requestContext }) => {
  const pk = `ORG#${requestContext.authorizer.organizationId}#PERSON#${pathParameters.id}`;
  const key = { pk: { S: pk }, sk: { S: 'PERSON' } };
  const { Item } = await send({
    target: 'DynamoDB_20120810.GetItem',
    body: JSON.stringify({ TableName: process.env.TABLE_NAME, Key: key }),
  });
  return {
    statusCode: Item === undefined ? 404 : 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Item),
  };
};
