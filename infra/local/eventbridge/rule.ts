import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource, Stack } from '../assembly/stack.ts';
import { compileEventPattern, type EventPattern } from '../event-patterns/event-pattern.ts';
import { StartError } from '../process/start-error.ts';
import { queueUrlOf } from '../sqs/queue-client.ts';

/** Sends matching events of a bus to queues. */
export interface EventRule {
  readonly busName: string;
  readonly matches: EventPattern;
  readonly queueUrls: readonly string[];
}

/** Invokes functions at a fixed interval. */
export interface Schedule {
  readonly intervalMilliseconds: number;
  readonly targets: readonly { readonly functionArn: string; readonly input: string }[];
}

const busSchema = z.strictObject({ Name: z.string(), Description: ignored(), Tags: ignored() });

const common = {
  State: z.literal('ENABLED').optional(),
  Name: ignored(),
  Description: ignored(),
  Tags: ignored(),
};

const eventRuleSchema = z.strictObject({
  ...common,
  EventBusName: z.string(),
  EventPattern: z.unknown(),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      // If a queue does not accept an event, `PutEvents` fails: the publisher retries instead of the bus.
      RetryPolicy: ignored(),
      DeadLetterConfig: ignored(),
    }),
  ),
});

const MINUTE = 60_000;

const scheduleSchema = z.strictObject({
  ...common,
  ScheduleExpression: z
    .string()
    .regex(/^rate\((1 minute|[1-9]\d* minutes)\)$/, 'must be a rate in minutes, such as rate(5 minutes)')
    .transform((rate) => Number.parseInt(rate.slice('rate('.length), 10) * MINUTE),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      Input: z.string(),
      RetryPolicy: z.strictObject({ MaximumRetryAttempts: z.literal(0) }),
      // Failures go to the function's log, and the next run follows soon.
      DeadLetterConfig: ignored(),
    }),
  ),
});

/** @param bus a name or an ARN */
export const busNameOf = (bus: string): string => bus.replace(/^arn:.*:event-bus\//, '');

const readEventRule = (resource: Resource, stack: Stack): EventRule => {
  const { EventBusName, EventPattern, Targets } = readProperties(resource, eventRuleSchema);
  return {
    busName: busNameOf(EventBusName),
    matches: compileEventPattern(EventPattern, `The EventPattern of ${resource.logicalId}`),
    queueUrls: Targets.map(({ Arn }) => queueUrlOf(Arn, resource.logicalId, stack)),
  };
};

const readSchedule = (resource: Resource, stack: Stack): Schedule => {
  const { ScheduleExpression, Targets } = readProperties(resource, scheduleSchema);
  const functions = new Set(stack.resourcesOf('AWS::Lambda::Function').map(({ arn }) => arn));
  const unknown = Targets.find(({ Arn }) => !functions.has(Arn));
  if (unknown !== undefined) {
    throw new StartError(
      `The schedule ${resource.logicalId} targets ${unknown.Arn}, which is not a function of the stack.`,
    );
  }
  return {
    intervalMilliseconds: ScheduleExpression,
    targets: Targets.map(({ Arn, Input }) => ({ functionArn: Arn, input: Input })),
  };
};

/** The buses of a stack with their rules, and its schedules. */
export interface EventBuses {
  readonly names: ReadonlySet<string>;
  readonly rules: readonly EventRule[];
  readonly schedules: readonly Schedule[];
}

/**
 * Reads the buses, rules and schedules of the stack.
 *
 * @throws StartError naming the resource and the property that the runner does not support
 */
export const readEventBuses = (stack: Stack): EventBuses => {
  const buses = stack.resourcesOf('AWS::Events::EventBus');
  for (const bus of buses) readProperties(bus, busSchema);
  const rules = stack.resourcesOf('AWS::Events::Rule');
  const isSchedule = ({ properties }: Resource): boolean => 'ScheduleExpression' in properties;
  return {
    names: new Set(buses.map(({ physicalId }) => physicalId)),
    rules: rules.filter((rule) => !isSchedule(rule)).map((rule) => readEventRule(rule, stack)),
    schedules: rules.filter(isSchedule).map((rule) => readSchedule(rule, stack)),
  };
};
