import { describe, expect, inject, it } from 'vitest';
import { readRequirements } from '../../../infra/cli/preflight/requirements.ts';
import { stageConfig } from '../../../infra/config.ts';
import { createStack } from '../../support/platform/synthesis.ts';

const ARN = 'arn:aws:acm:eu-central-1:123456789012:certificate/c1';

describe('what preflight reads from a synthesized stack', () => {
  it('reads the requirements of a stage without options', () => {
    const { services, concurrency, throttledRate, resourceCount, ...requirements } = readRequirements(
      inject('assembly'),
    );
    expect(requirements).toEqual({
      stackName: 'SalesData-development',
      runtimes: [{ runtime: 'nodejs24.x', architecture: 'arm64' }],
      usagePlans: [
        { name: 'SalesData-development-standard', rate: 10, dailyQuota: 100_000 },
        { name: 'SalesData-development-high-volume', rate: 100, dailyQuota: 2_000_000 },
      ],
      methodRate: stageConfig('development').throttles.dataApi.rate,
      setsLoggingRole: true,
      certificates: [],
      emailIdentityArn: undefined,
      importBuckets: [],
      identityProviderCount: 0,
      bootstrap: { parameter: '/cdk-bootstrap/hnb659fds/version', version: 6 },
    });
    const {
      firstAttemptConcurrency,
      retryConcurrency,
      fanOutConcurrency,
      importConcurrency,
      exportConcurrency,
    } = stageConfig('development');
    // Of queues: two lanes of deliveries, the fan-out, imports and exports. Of the stream, with four shards:
    // a publisher and an indexer for each.
    const ofQueues =
      firstAttemptConcurrency + retryConcurrency + fanOutConcurrency + importConcurrency + exportConcurrency;
    expect(concurrency).toEqual({ events: ofQueues + 4 * (1 + 1), reserved: 0 });
    // A method is throttled below what an account allows by default, and above what one API alone would need.
    expect(throttledRate).toBeLessThan(10_000);
    expect(throttledRate).toBeGreaterThan(2_500);
    expect(resourceCount).toBeLessThanOrEqual(500);
    for (const service of ['ApiGateway', 'Cognito', 'DynamoDB', 'Events', 'KMS', 'Lambda', 'SQS']) {
      expect(services).toContain(service);
    }
  });

  it('reads certificates and the email sender', () => {
    const { app, outdir } = createStack('staging', {
      ...stageConfig('staging'),
      domains: {
        dataApi: { name: 'sales.example.com', certificateArn: ARN },
        adminApi: { name: 'admin.example.com', certificateArn: ARN },
      },
      email: {
        from: 'no-reply@example.com',
        identityArn: 'arn:aws:ses:eu-west-1:123456789012:identity/example.com',
      },
    });
    app.synth();
    const { certificates, emailIdentityArn } = readRequirements(outdir);
    expect(certificates.toSorted((a, b) => a.domain.localeCompare(b.domain))).toEqual([
      { domain: 'admin.example.com', arn: ARN },
      { domain: 'sales.example.com', arn: ARN },
    ]);
    expect(emailIdentityArn).toBe('arn:aws:ses:eu-west-1:123456789012:identity/example.com');
  });
});
