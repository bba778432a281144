import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import type { Check, Verdict } from './finding.ts';
import type { Requirements } from './requirements.ts';

export const bootstrapCheck = (account: string, region: string, { bootstrap }: Requirements): Check => {
  const problem = (text: string): Verdict => ({
    problem: text,
    solution: `Bootstrap the account and Region: npx cdk bootstrap aws://${account}/${region}`,
  });
  return {
    name: 'CDK bootstrap',
    action: 'ssm:GetParameter',
    check: async () => {
      try {
        const command = new GetParameterCommand({ Name: bootstrap.parameter });
        const { Parameter: parameter } = await new SSMClient({ region }).send(command);
        const version = Number(parameter?.Value);
        if (version >= bootstrap.version) return { ok: `Version ${version}.` };
        return problem(`Version ${parameter?.Value} is too old; the stack needs ${bootstrap.version}.`);
      } catch (error) {
        if (!(error instanceof ParameterNotFound)) throw error;
        return problem('The account is not bootstrapped in this Region.');
      }
    },
  };
};
