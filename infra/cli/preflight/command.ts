import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { optional } from '../support/arguments.ts';
import { messageOf } from '../support/run-command.ts';
import { command } from '../support/subcommands.ts';
import { UsageError } from '../support/usage-error.ts';
import { certificateCheck } from './certificate-check.ts';
import { emailChecks } from './email-checks.ts';
import { eventBusCheck } from './event-bus-check.ts';
import { type Check, type Finding, findingOf, quotaIncrease, textOf } from './finding.ts';
import { importBucketCheck } from './import-bucket-check.ts';
import { lambdaChecks } from './lambda-checks.ts';
import { type Requirements, readRequirements } from './requirements.ts';
import { apiGatewayCheck, bootstrapCheck, resourcesCheck, serviceChecks } from './service-checks.ts';
import { sharedLimitsCheck } from './shared-limits-check.ts';

/** Providers in a user pool: 300 by default, and 1,000 at most. */
const QUOTA = 'L-1B44D826';
const MAXIMUM = 1_000;

/** https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const identityProviderCheck = (region: string, count: number): Check => ({
  name: 'Identity providers',
  action: 'servicequotas:GetServiceQuota',
  check: async () => {
    const command = new GetServiceQuotaCommand({ ServiceCode: 'cognito-idp', QuotaCode: QUOTA });
    const { Quota: quota } = await new ServiceQuotasClient({ region }).send(command);
    if (quota?.Value === undefined) throw new Error('Service Quotas does not know the quota of Cognito.');
    if (count <= quota.Value) return { ok: `${count} of ${quota.Value} that a user pool may have.` };
    return {
      problem:
        `The stage has ${count} identity providers, more than the ${quota.Value} that a user pool may ` +
        'have.',
      solution: `Request an increase: ${quotaIncrease('cognito-idp', QUOTA, MAXIMUM)}`,
    };
  },
});

const PREFLIGHT_HELP = `Checks an AWS account before a deployment, with read-only calls.

Usage: npm run preflight -- [options]

Synthesizes the stack and checks that the account of the credentials in the environment (AWS_REGION, \
AWS_PROFILE, …)
has what it needs: Lambda concurrency and runtime, API Gateway, limits that keys share, EventBridge, the CDK \
bootstrap,
certificates of custom domains, SES if it sends the emails, import buckets, identity providers, and each \
service in the Region. Each
line is ok, a warning or a problem with its solution, or unknown if it could not be checked, such as for \
lack of a permission.

  --stage NAME      stage to deploy (default: development)
  --assembly DIR    folder of a synthesized stack, such as cdk.out (default: synthesizes the stage)
  --json            print one JSON document
  --help            print this help

Example:

  npm run preflight -- --stage production

Exit code: 0 without problems, 1 with problems.`;

/**
 * Synthesizes a stage, as `cdk deploy` does.
 *
 * @returns the folder of the assembly, for the caller to remove
 * @throws UsageError with the end of the CDK's output
 */
const synthesize = async (stage: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'preflight-'));
  // Who is notified of alarms is no matter of the account.
  const context = ['--context', `stage=${stage}`, '--context', 'alarm-notification=none'];
  try {
    await promisify(execFile)('cdk', ['synth', '--quiet', ...context, '--output', directory]);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new UsageError(`The stage "${stage}" cannot be synthesized:\n${output.trim().slice(-2_000)}`);
  }
  return directory;
};

const DEFAULT_STAGE = 'development';

/** The account and Region of the environment. Needs no permission. */
const findAccount = async (): Promise<{ readonly account: string; readonly region: string }> => {
  const client = new STSClient();
  try {
    const region = await client.config.region();
    const { Account: account = '' } = await client.send(new GetCallerIdentityCommand());
    return { account, region };
  } catch (error) {
    throw new UsageError(
      `AWS cannot be called: ${messageOf(error)}. Check the Region and credentials in the environment ` +
        '(AWS_REGION, AWS_PROFILE, …), and that the Region is enabled for the account.',
    );
  }
};

const readStage = async (stage: string): Promise<Requirements> => {
  const directory = await synthesize(stage);
  try {
    return readRequirements(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const checksOf = (account: string, region: string, requirements: Requirements): readonly Check[] => [
  ...lambdaChecks(region, requirements),
  apiGatewayCheck(region, requirements),
  sharedLimitsCheck(region, requirements),
  ...(requirements.services.has('Events') ? [eventBusCheck(region)] : []),
  bootstrapCheck(account, region, requirements),
  ...requirements.certificates.map((certificate) => certificateCheck(region, certificate)),
  ...(requirements.emailIdentityArn === undefined ? [] : emailChecks(requirements.emailIdentityArn)),
  ...requirements.importBuckets.map((bucket) => importBucketCheck(region, bucket)),
  ...(requirements.identityProviderCount === 0
    ? []
    : [identityProviderCheck(region, requirements.identityProviderCount)]),
  resourcesCheck(requirements),
  ...serviceChecks(region, requirements),
];

/** `npm run preflight`: see {@link PREFLIGHT_HELP}. */
export const preflightCommand = command(
  PREFLIGHT_HELP,
  { stage: optional(String, DEFAULT_STAGE), assembly: optional(String) },
  async ({ stage, assembly, json }, output) => {
    const { account, region } = await findAccount();
    const requirements = assembly === undefined ? await readStage(stage) : readRequirements(assembly);
    const { stackName } = requirements;
    if (!json) output.result([`${stackName} in account ${account}, ${region}`, '']);
    const findings: Finding[] = [];
    for (const check of checksOf(account, region, requirements)) {
      const finding = await findingOf(check, region);
      findings.push(finding);
      if (!json) output.result(textOf(finding));
    }
    if (json) output.document({ account, region, stackName, findings });
    return findings.some(({ state }) => state === 'problem') ? 1 : 0;
  },
);
