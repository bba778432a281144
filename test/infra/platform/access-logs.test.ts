import { describe, expect, it } from 'vitest';
import { problemType } from '../../../shared/contract/problems.ts';
import { MAX_PATH_LENGTH, MAX_USER_AGENT_LENGTH } from '../../../shared/keys/requests/loggable-request.ts';
import { methodsOf, resourcesOfApi, synthesize } from '../../support/platform/synthesis.ts';

/**
 * API Gateway truncates longer ones:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
const MAX_BYTES = 1_024;

const UUID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

/** The longest value of each variable. */
const LONGEST: Readonly<Record<string, string>> = {
  'context.requestId': UUID,
  'context.requestTimeEpoch': '9999999999999',
  'context.httpMethod': 'OPTIONS',
  'context.status': '599',
  'context.responseLatency': '29999',
  'context.integrationLatency': '29999',
  'context.integration.latency': '29999',
  'context.authorizer.latency': '29999',
  'context.responseLength': '10485760',
  'context.identity.sourceIp': 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255',
  'context.authorizer.organizationId': UUID,
  'context.authorizer.keyId': UUID,
  'context.authorizer.ownerId': UUID,
  'context.authorizer.path': '/'.padEnd(MAX_PATH_LENGTH),
  'context.authorizer.userAgent': ''.padEnd(MAX_USER_AGENT_LENGTH),
  'context.authorizer.deniedType': problemType('address-not-allowed'),
  // Longer than any permission.
  'context.authorizer.deniedValue': 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255',
  'context.authorizer.claims.sub': UUID,
  'context.error.responseType': 'AUTHORIZER_CONFIGURATION_ERROR',
};

describe.each(['SalesApi', 'AdminApi'] as const)('the access log of %s', (api) => {
  const template = synthesize('production');

  it('never truncates lines of the access log', () => {
    const paths = [...methodsOf(template, api).keys()].map((name) => name.split(' ')[1] ?? '');
    const longestPath = paths.reduce((one, other) => (other.length > one.length ? other : one));
    const [stage] = resourcesOfApi<{ RestApiId?: unknown; AccessLogSetting: { Format: string } }>(
      template,
      'AWS::ApiGateway::Stage',
      api,
    ).values();
    const line = stage?.Properties.AccessLogSetting.Format.replaceAll(/\$([\w.]+)/g, (_, name: string) => {
      const value = name === 'context.resourcePath' ? longestPath : LONGEST[name];
      if (value === undefined) throw new Error(`The longest ${name} is unknown.`);
      return value;
    });
    expect(Buffer.byteLength(line ?? ''.padEnd(MAX_BYTES))).toBeLessThan(MAX_BYTES);
  });
});
