import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STAGE_NAMES, stageConfig } from '../../../infra/config.ts';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { OAUTH_PATHS } from '../../../shared/contract/agents/oauth.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import type { DataRoute } from '../../../shared/operations/route.ts';
import {
  type Api,
  methodsOf,
  resourcesOf,
  resourcesOfApi,
  synthesize,
} from '../../support/platform/synthesis.ts';

/** The defaults of an account and Region, for all APIs together. */
const ACCOUNT_RATE = 10_000;

const MCP = `${MCP_ROUTE.method} ${MCP_ROUTE.path}`;
const RARE_LIMITS = [200, 400] as const;

interface Stage {
  readonly RestApiId: unknown;
  readonly MethodSettings: readonly MethodSetting[];
}

interface MethodSetting {
  readonly HttpMethod: string;
  readonly ResourcePath: string;
  readonly ThrottlingRateLimit: number;
  readonly ThrottlingBurstLimit: number;
}

const methodSettingsOf = (template: Template, api: Api): readonly MethodSetting[] =>
  [...resourcesOfApi<Stage>(template, 'AWS::ApiGateway::Stage', api).values()].flatMap(
    ({ Properties }) => Properties.MethodSettings,
  );

/** Rates and bursts by method and path, such as `GET /v1/call-list`; `* *` is the default of the stage. */
const throttlesOf = (
  template: Template,
  api: Api,
): ReadonlyMap<string, readonly [rate: number, burst: number]> =>
  new Map(
    methodSettingsOf(template, api).map((setting) => [
      `${setting.HttpMethod} ${setting.ResourcePath.slice(1).replaceAll('~1', '/')}`,
      [setting.ThrottlingRateLimit, setting.ThrottlingBurstLimit],
    ]),
  );

const operationsOf = (isRare: boolean): readonly string[] =>
  Object.values<DataRoute>(ROUTES)
    .filter((route) => (route.isRare ?? false) === isRare)
    .map(({ method, path }) => `${method} ${path}`);
const every = (names: readonly string[], throttle: readonly [number, number]) =>
  names.map((name) => [name, throttle] as const);

describe.each(STAGE_NAMES)('the throttles of %s', (stage) => {
  const { throttles, usagePlans } = stageConfig(stage);
  const { dataApi, adminApi } = throttles;

  it('limits every method of the data API', () => {
    expect(throttlesOf(synthesize(stage), 'SalesApi')).toEqual(
      new Map([
        ['* *', [30, 60]],
        ...every(operationsOf(false), [dataApi.rate, dataApi.burst]),
        ...every([MCP, ...operationsOf(true)], RARE_LIMITS),
        ...every([`POST ${OAUTH_PATHS.token}`], [300, 600]),
        ...every([`POST ${OAUTH_PATHS.registration}`], [5, 20]),
      ]),
    );
  });

  it('limits every method of the admin API and the console', () => {
    expect(throttlesOf(synthesize(stage), 'AdminApi')).toEqual(
      new Map([['* *', [adminApi.rate, adminApi.burst]]]),
    );
  });

  it('changes far fewer settings of a stage at once than API Gateway refuses', () => {
    // No number is documented. Updates of 80 fields work, of the settings of 22 functions not:
    // https://github.com/DianaIonita/serverless-api-gateway-caching/issues/46
    for (const api of ['SalesApi', 'AdminApi'] as const) {
      const [settings] = [methodSettingsOf(synthesize(stage), api)];
      const fields = settings.flatMap(({ HttpMethod, ResourcePath, ...values }) => Object.keys(values));
      expect(fields.length).toBeLessThanOrEqual(56);
    }
  });

  it('serves more requests of the admin API than one address may send', () => {
    for (const { Properties } of resourcesOf(synthesize(stage), 'AWS::WAFv2::WebACL').values()) {
      const [{ Statement }] = Properties['Rules'] as [
        { Statement: { RateBasedStatement: { Limit: number } } },
      ];
      expect(Statement.RateBasedStatement.Limit / 60).toBeLessThan(adminApi.rate);
    }
    expect(resourcesOf(synthesize(stage), 'AWS::WAFv2::WebACL').size).toBe(stage === 'development' ? 0 : 1);
    expect(resourcesOf(synthesize(stage), 'AWS::WAFv2::WebACLAssociation').size).toBe(
      stage === 'development' ? 0 : 1,
    );
  });

  it('exceeds twice the limits of each usage plan, so that one key cannot use up a route', () => {
    for (const { rate, burst } of Object.values(usagePlans)) {
      expect(dataApi.rate).toBeGreaterThanOrEqual(2 * rate);
      expect(dataApi.burst).toBeGreaterThanOrEqual(2 * burst);
      expect(RARE_LIMITS[0]).toBeGreaterThanOrEqual(2 * rate);
      expect(RARE_LIMITS[1]).toBeGreaterThanOrEqual(2 * burst);
    }
  });

  it("keeps the sum of all throttles below the account's request rate", () => {
    const total = (['SalesApi', 'AdminApi'] as const)
      .flatMap((api) => {
        const limits = throttlesOf(synthesize(stage), api);
        return [...methodsOf(synthesize(stage), api).keys()].map(
          (name) => limits.get(name) ?? limits.get('* *'),
        );
      })
      .reduce((sum, [rate] = [Number.NaN, 0]) => sum + rate, 0);
    expect(total).toBeLessThan(ACCOUNT_RATE);
  });
});
