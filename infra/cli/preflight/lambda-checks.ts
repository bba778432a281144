import {
  type Architecture,
  GetAccountSettingsCommand,
  LambdaClient,
  ListLayersCommand,
  type Runtime,
} from '@aws-sdk/client-lambda';
import { type Check, quotaIncrease, type Verdict } from './finding.ts';
import type { Requirements } from './requirements.ts';

/** A request takes one execution of the authorizer, and one of its function. */
const EXECUTIONS_PER_REQUEST = 2;

/**
 * Lambda refuses to reserve more
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html).
 */
const MINIMUM_UNRESERVED = 100;

/** AWS's default for established accounts. */
const USUAL_LIMIT = 1_000;

const increaseTo = (executions: number): string => {
  const wanted = Math.max(USUAL_LIMIT, executions);
  return (
    `Request ${wanted} concurrent executions, which can take ` +
    `days: ${quotaIncrease('lambda', 'L-B99A9384', wanted)}`
  );
};

const judgeConcurrency = (available: number, { concurrency }: Requirements): Verdict => {
  const { events, reserved } = concurrency;
  const limit = `The account allows ${available} concurrent executions`;
  const forEvents = `Events and webhooks take up to ${events}`;
  if (reserved > 0 && available - reserved < MINIMUM_UNRESERVED) {
    return {
      problem:
        `${limit}. The stack reserves ${reserved}, but Lambda keeps ${MINIMUM_UNRESERVED} unreserved: ` +
        'the deployment fails.',
      solution: increaseTo(reserved + MINIMUM_UNRESERVED),
    };
  }
  const left = available - reserved - events;
  if (left >= EXECUTIONS_PER_REQUEST) {
    const reservations = reserved > 0 ? ` The stack reserves ${reserved}.` : '';
    return { ok: `${limit}.${reservations} ${forEvents}, and leave ${left} for other requests.` };
  }
  return {
    problem:
      `${limit}, of which the stack reserves ${reserved}. ${forEvents}: ` +
      'requests and sign-ins without a reservation fail while webhooks are delivered.',
    solution: increaseTo(events + reserved + EXECUTIONS_PER_REQUEST),
  };
};

export const lambdaChecks = (region: string, requirements: Requirements): readonly Check[] => {
  const client = new LambdaClient({ region });
  return [
    {
      name: 'Lambda concurrency',
      action: 'lambda:GetAccountSettings',
      check: async () => {
        const { AccountLimit: limit } = await client.send(new GetAccountSettingsCommand());
        return judgeConcurrency(limit?.ConcurrentExecutions ?? 0, requirements);
      },
    },
    ...requirements.runtimes.map(
      ({ runtime, architecture }): Check => ({
        name: `Lambda runtime ${runtime} on ${architecture}`,
        action: 'lambda:ListLayers',
        // No call lists runtimes, but Lambda validates these filters.
        check: async () => {
          const filter = {
            CompatibleRuntime: runtime as Runtime,
            CompatibleArchitecture: architecture as Architecture,
          };
          try {
            await client.send(new ListLayersCommand({ ...filter, MaxItems: 1 }));
            return { ok: `Lambda in ${region} knows both.` };
          } catch (error) {
            if (!(error instanceof Error) || !/^(InvalidParameterValue|Validation)/.test(error.name))
              throw error;
            const solution = 'Choose another Region: set AWS_REGION.';
            return { problem: `Lambda in ${region} refuses it: ${error.message}`, solution };
          }
        },
      }),
    ),
  ];
};
