/** Express with its Lambda adapter: https://www.npmjs.com/package/@codegenie/serverless-express */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const app = express();

app.get('/v1/person/:id', async (request, response) => {
  const { event } = serverlessExpress.getCurrentInvoke();
  const { Item: item } = await client.send(
    new GetCommand({
      TableName: process.env.TABLE_NAME,
      Key: {
        pk: `ORG#${event.requestContext.authorizer.organizationId}#PERSON#${request.params.id}`,
        sk: 'PERSON',
      },
    }),
  );
  if (item === undefined) {
    response.status(404).json({ title: 'Not Found' });
    return;
  }
  const { pk: _pk, sk: _sk, ...person } = item;
  console.info(
    JSON.stringify({ requestId: event.requestContext.requestId, route: request.path, status: 200 }),
  );
  response.json(person);
});

export const handler = serverlessExpress({ app });
