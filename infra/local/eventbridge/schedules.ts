import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Stack } from '../assembly/stack.ts';
import { functionArnOf } from '../lambda/function-definition.ts';
import type { Invoke } from '../lambda/invocation.ts';
import { isSchedule, ruleProperties } from './rule.ts';

const MINUTE = 60_000;

const scheduleSchema = z.strictObject({
  ...ruleProperties,
  ScheduleExpression: z
    .string()
    .regex(/^rate\((1 minute|[1-9]\d* minutes)\)$/, 'must be a rate in minutes, such as rate(5 minutes)')
    .transform((rate) => Number.parseInt(rate.slice('rate('.length), 10) * MINUTE),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      /** Default: the event of the schedule itself. */
      Input: z.string().optional(),
      RetryPolicy: z.strictObject({ MaximumRetryAttempts: z.literal(0) }),
      // Failures go to the function's log, and the next run follows soon.
      DeadLetterConfig: ignored(),
    }),
  ),
});

/**
 * https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-scheduled-events.html. Its time has whole
 * seconds.
 */
const scheduledEvent = (now: Date): string =>
  JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    time: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    detail: {},
  });

/** Invokes functions at a fixed interval. */
export interface Schedule {
  readonly intervalMilliseconds: number;
  readonly targets: readonly { readonly functionArn: string; readonly input: string | undefined }[];
}

/**
 * Reads the schedules of the stack.
 *
 * @throws StartError naming the resource and the property that the runner does not support
 */
export const readSchedules = (stack: Stack): readonly Schedule[] =>
  stack
    .resourcesOf('AWS::Events::Rule')
    .filter(isSchedule)
    .map((resource) => {
      const { ScheduleExpression, Targets } = readProperties(resource, scheduleSchema);
      return {
        intervalMilliseconds: ScheduleExpression,
        targets: Targets.map(({ Arn, Input }) => ({
          functionArn: functionArnOf(Arn, resource.logicalId, stack),
          input: Input,
        })),
      };
    });

/**
 * Runs each schedule at once and then at its interval. Skips a run that is due while the previous one is
 * still in progress.
 *
 * @returns stops the schedules
 */
export const startSchedules = (schedules: readonly Schedule[], invoke: Invoke): (() => void) => {
  const timers = schedules.map(({ intervalMilliseconds, targets }) => {
    let isRunning = false;
    const run = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      const event = scheduledEvent(new Date());
      await Promise.all(
        targets.map(({ functionArn, input = event }) => invoke(functionArn, randomUUID(), input)),
      );
      isRunning = false;
    };
    void run();
    return setInterval(() => void run(), intervalMilliseconds).unref();
  });
  return () => timers.forEach(clearInterval);
};
