/** Good practice plus all Powertools middleware, as its documentation recommends. */
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';

const logger = new Logger({ serviceName: 'sales-data' });
const metrics = new Metrics({ namespace: 'sales-data', serviceName: 'sales-data' });
const tracer = new Tracer({ serviceName: 'sales-data' });
const client = DynamoDBDocumentClient.from(tracer.captureAWSv3Client(new DynamoDBClient({})));

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
  metrics.addMetric('found', MetricUnit.Count, 1);
  logger.info('answered', { requestId: event.requestContext.requestId, route: event.resource, status: 200 });
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  };
};

export const handler = middy(getPerson)
  .use(captureLambdaHandler(tracer))
  .use(injectLambdaContext(logger))
  .use(logMetrics(metrics, { captureColdStartMetric: true }))
  .use(httpErrorHandler());
