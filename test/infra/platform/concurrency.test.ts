import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STAGE_NAMES, stageConfig } from '../../../infra/config.ts';
import { createStack, resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

/** The Lambda concurrency of some new accounts. */
const NEW_ACCOUNT_CONCURRENCY = 10;

describe('concurrency', () => {
  it('reserves no concurrency by default, which new accounts would refuse', () => {
    for (const stage of STAGE_NAMES) {
      for (const { Properties } of resourcesOf(synthesize(stage), 'AWS::Lambda::Function').values()) {
        expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
      }
    }
  });

  it('reserves concurrency only for the configured functions', () => {
    const reservedConcurrency = {
      authorize: 200,
      'get-person': 100,
      'serve-mcp': 20,
      'manage-keys': 5,
      'serve-console': 3,
    };
    const { stack } = createStack('production', { ...stageConfig('production'), reservedConcurrency });
    const reserved = [...resourcesOf(Template.fromStack(stack), 'AWS::Lambda::Function')].flatMap(
      ([id, { Properties }]) => {
        const value = Properties['ReservedConcurrentExecutions'];
        return value === undefined ? [] : [[id.replace(/Function\w+$/, ''), value]];
      },
    );
    expect(Object.fromEntries(reserved)).toEqual({
      SalesApiAuthorize: 200,
      SalesApiGetPerson: 100,
      SalesApiServeMcp: 20,
      AdminApiManageKeys: 5,
      AdminApiServeConsole: 3,
    });
  });

  it("leaves requests part of a new account's concurrency in development", () => {
    const { firstAttemptConcurrency, retryConcurrency, importConcurrency, exportConcurrency } =
      stageConfig('development');
    const files = importConcurrency + exportConcurrency;
    expect(firstAttemptConcurrency + retryConcurrency + files).toBeLessThanOrEqual(8);
    expect(firstAttemptConcurrency + retryConcurrency).toBeLessThan(NEW_ACCOUNT_CONCURRENCY / 2);
    const mappings = resourcesOf<{ readonly ScalingConfig?: unknown }>(
      synthesize('development'),
      'AWS::Lambda::EventSourceMapping',
    );
    const ofQueues = [...mappings.values()].flatMap(({ Properties }) => Properties.ScalingConfig ?? []);
    expect(ofQueues).toEqual(Array(5).fill({ MaximumConcurrency: 2 }));
  });
});
