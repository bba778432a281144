/** aws-lite with its DynamoDB plugin: https://aws-lite.org */
import awsLite from '@aws-lite/client';
import dynamodb from '@aws-lite/dynamodb';

const { hostname: host, port } = new URL(process.env.AWS_ENDPOINT_URL);
const aws = await awsLite({ plugins: [dynamodb], protocol: 'https', host, port: Number(port) });

export const handler = async (event) => {
  const { organizationId } = event.requestContext.authorizer;
  const { id } = event.pathParameters;
  const { Item: item } = await aws.DynamoDB.GetItem({
    TableName: process.env.TABLE_NAME,
    Key: { pk: `ORG#${organizationId}#PERSON#${id}`, sk: 'PERSON' },
  });
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
