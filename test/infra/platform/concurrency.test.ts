import { describe, expect, it } from 'vitest';
import { readRequirements } from '../../../infra/cli/preflight/requirements.ts';
import { STAGE_NAMES, stageConfig } from '../../../infra/config.ts';
import { createStack, resourcesOf, synthesize, templateOf } from '../../support/platform/synthesis.ts';

/** The Lambda concurrency of some new accounts. */
const NEW_ACCOUNT_CONCURRENCY = 10;

/** AWS's default for established accounts. */
const ESTABLISHED_ACCOUNT_CONCURRENCY = 1_000;

describe('concurrency', () => {
  it('reserves concurrency only in production, because new accounts would refuse it', () => {
    for (const stage of STAGE_NAMES) {
      const reserving = [...resourcesOf(synthesize(stage), 'AWS::Lambda::Function').values()].filter(
        ({ Properties }) => 'ReservedConcurrentExecutions' in Properties,
      );
      expect(reserving.length > 0, stage).toBe(stage === 'production');
    }
  });

  it('leaves requests a third of an established account, whatever webhooks, imports and agents take', () => {
    const { app, outdir } = createStack('production');
    app.synth();
    const { events, reserved } = readRequirements(outdir).concurrency;
    expect(ESTABLISHED_ACCOUNT_CONCURRENCY - reserved - events).toBeGreaterThan(300);
  });

  it('reserves in production what each request and each sign-in needs, and bounds what waits', () => {
    const { reservedConcurrency } = stageConfig('production');
    expect(Object.keys(reservedConcurrency ?? {}).toSorted()).toEqual([
      'authorize',
      'create-import',
      'serve-mcp',
      'user-pool-triggers',
    ]);
  });

  it('reserves concurrency only for the configured functions', () => {
    const reservedConcurrency = {
      authorize: 200,
      'get-person': 100,
      'serve-mcp': 20,
      'manage-keys': 5,
      'serve-console': 3,
      'user-pool-triggers': 7,
    };
    const created = createStack('production', { ...stageConfig('production'), reservedConcurrency });
    const reserved = [...resourcesOf(templateOf(created), 'AWS::Lambda::Function')].flatMap(
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
      AdminApiUsersTriggers: 7,
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
