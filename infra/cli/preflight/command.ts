import { rm } from 'node:fs/promises';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { parseCommandLine } from '../support/arguments.ts';
import { linesOf, type Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { apiGatewayCheck } from './api-gateway-check.ts';
import { bootstrapCheck } from './bootstrap-check.ts';
import { certificateCheck } from './certificate-check.ts';
import { emailChecks } from './email-checks.ts';
import { type Check, type Finding, findingOf, textOf } from './finding.ts';
import { PREFLIGHT_HELP } from './help.ts';
import { lambdaChecks } from './lambda-checks.ts';
import { type Requirements, readRequirements } from './requirements.ts';
import { resourcesCheck } from './resources-check.ts';
import { serviceChecks } from './service-checks.ts';
import { synthesize } from './synthesize.ts';

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
      `AWS cannot be called: ${messageOf(error)}. Check the Region and credentials in the environment (AWS_REGION, AWS_PROFILE, …), and that the Region is enabled for the account.`,
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
  bootstrapCheck(account, region, requirements),
  ...requirements.certificates.map((certificate) => certificateCheck(region, certificate)),
  ...(requirements.emailIdentityArn === undefined ? [] : emailChecks(requirements.emailIdentityArn)),
  resourcesCheck(requirements),
  ...serviceChecks(region, requirements),
];

/** `npm run preflight`: see {@link PREFLIGHT_HELP}. Returns the exit code. */
export const preflightCommand = async (argv: readonly string[], output: Output): Promise<number> => {
  const { values } = parseCommandLine(argv, { stage: { type: 'string' }, assembly: { type: 'string' } });
  if (values.help === true) {
    output.result(linesOf(PREFLIGHT_HELP));
    return 0;
  }
  const { account, region } = await findAccount();
  const requirements =
    values.assembly === undefined
      ? await readStage(values.stage ?? DEFAULT_STAGE)
      : readRequirements(values.assembly);
  const { stackName } = requirements;
  if (values.json !== true) output.result([`${stackName} in account ${account}, ${region}`, '']);
  const findings: Finding[] = [];
  for (const check of checksOf(account, region, requirements)) {
    const finding = await findingOf(check, region);
    findings.push(finding);
    if (values.json !== true) output.result(textOf(finding));
  }
  if (values.json === true) output.document({ account, region, stackName, findings });
  return findings.some(({ state }) => state === 'problem') ? 1 : 0;
};
