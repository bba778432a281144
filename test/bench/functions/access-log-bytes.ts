import { substitute } from '../../../infra/local/api-gateway/definition/context-variables.ts';
import type { Stack } from '../../../infra/local/assembly/stack.ts';

const UUID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

/** The values of the access log variables for a get by ID; `-` if absent. */
const VALUES = new Map(
  Object.entries({
    requestId: UUID,
    requestTimeEpoch: '1795300000000',
    httpMethod: 'GET',
    resourcePath: '/v1/person/{id}',
    status: '200',
    responseLatency: '23',
    integrationLatency: '9',
    'authorizer.latency': '9',
    responseLength: '1024',
    'identity.sourceIp': '203.0.113.100',
    'authorizer.organizationId': UUID,
    'authorizer.keyId': UUID,
    'authorizer.ownerId': UUID,
    'authorizer.path': `/v1/person/${UUID}`,
    'authorizer.userAgent': 'sales-data-python/1.0.0',
  }),
);

/** The length of a data API access log line, including its line break. */
export const accessLogBytesOf = (stack: Stack): number => {
  const formats = stack.resourcesOf('AWS::ApiGateway::Stage').map(({ properties }) => {
    const { AccessLogSetting: setting } = properties as { AccessLogSetting?: { Format?: string } };
    return setting?.Format ?? '';
  });
  const format = formats.find((each) => each.includes('keyId'));
  if (format === undefined) throw new Error('The data API has no access log that names the key.');
  return Buffer.byteLength(substitute(format, VALUES, '-')) + 1;
};
