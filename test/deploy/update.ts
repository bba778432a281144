import { APIGatewayClient, GetUsagePlanCommand } from '@aws-sdk/client-api-gateway';
import type { Cdk } from './cdk.ts';
import type { Emulator } from './emulator.ts';
import type { OperatedOrganization } from './operator-commands.ts';
import { CHANGED_RATE, EXTRA_PATH, expectThat } from './rehearsal.ts';

export interface Deployed {
  readonly cdk: Cdk;
  readonly outputs: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly organization: OperatedOrganization;
}

/** Checks that an update adds a path and changes a rate, and leaves all outputs unchanged. */
export const tryUpdate = async (
  { clientConfig }: Emulator,
  { cdk, outputs, baseUrl, organization }: Deployed,
): Promise<void> => {
  const get = (path: string): Promise<Response> =>
    fetch(baseUrl + path, { headers: { 'X-Api-Key': organization.key } });
  expectThat((await get(EXTRA_PATH)).status === 404, `${EXTRA_PATH} is not there before`);

  const updated = await cdk.deploy({ isChanged: true });
  const moved = Object.keys(outputs).filter((name) => outputs[name] !== updated[name]);
  expectThat(
    moved.length === 0,
    `all outputs are what they were${moved.map((name) => ` (but not ${name})`).join('')}`,
  );
  expectThat((await get(EXTRA_PATH)).status === 200, `${EXTRA_PATH} is served: the stage was deployed again`);
  const response = await get('/v1/call-list');
  expectThat(response.status === 200, 'the key from before still works');
  const { standard: usagePlanId } = JSON.parse(updated['UsagePlans'] ?? '{}');
  const plan = await new APIGatewayClient(clientConfig).send(new GetUsagePlanCommand({ usagePlanId }));
  expectThat(
    plan.throttle?.rateLimit === CHANGED_RATE &&
      response.headers.get('RateLimit-Policy')?.startsWith(`"rate";q=${CHANGED_RATE};`) === true,
    'the plan has the new rate, and responses say so',
  );
};
