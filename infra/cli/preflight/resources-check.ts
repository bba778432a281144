import type { Check } from './finding.ts';
import type { Requirements } from './requirements.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const MAX_RESOURCES = 500;

export const resourcesCheck = ({ resourceCount }: Requirements): Check => ({
  name: 'CloudFormation resources',
  action: 'none',
  check: async () =>
    resourceCount <= MAX_RESOURCES
      ? { ok: `${resourceCount} of ${MAX_RESOURCES}.` }
      : {
          problem: `The stack has ${resourceCount} resources, more than the ${MAX_RESOURCES} that CloudFormation allows.`,
          solution: 'Configure fewer identity providers in infra/config.ts.',
        },
});
