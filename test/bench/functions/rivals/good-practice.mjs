/** As AWS and middy recommend: a shared client, the document client, and errors handled by middleware. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const getPerson = async (event) => {
  const { organizationId } = event.requestContext.authorizer;
  const { id } = event.pathParameters;
  const { Item: item } = await client.send(
    new GetCommand({
      TableName: process.env.TABLE_NAME,
      Key: { pk: `ORG#${organizationId}#PERSON#${id}`, sk: 'PERSON' },
    }),
  );
  if (item === undefined) return { statusCode: 404, body: JSON.stringify({ title: 'Not Found' }) };
  const { pk: _pk, sk: _sk, ...person } = item;
  console.info(
    JSON.stringify({ requestId: event.requestContext.requestId, route: event.resource, status: 200 }),
  );
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  };
};

export const handler = middy(getPerson).use(httpErrorHandler());
