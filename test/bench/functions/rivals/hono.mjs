/** Hono with its Lambda adapter: https://hono.dev/docs/getting-started/aws-lambda */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const app = new Hono();

app.get('/v1/person/:id', async (context) => {
  const { requestContext } = context.env.event;
  const { Item: item } = await client.send(
    new GetCommand({
      TableName: process.env.TABLE_NAME,
      Key: {
        pk: `ORG#${requestContext.authorizer.organizationId}#PERSON#${context.req.param('id')}`,
        sk: 'PERSON',
      },
    }),
  );
  if (item === undefined) return context.json({ title: 'Not Found' }, 404);
  const { pk: _pk, sk: _sk, ...person } = item;
  console.info(JSON.stringify({ requestId: requestContext.requestId, route: context.req.path, status: 200 }));
  return context.json(person);
});

export const handler = handle(app);
