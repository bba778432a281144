import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource, Stack } from '../assembly/stack.ts';
import { compileDeclaredPattern } from '../event-patterns/event-pattern.ts';
import { queueUrlOf } from '../sqs/queue-client.ts';

const busSchema = z.strictObject({ Name: z.string(), Description: ignored(), Tags: ignored() });

/** Properties of event rules and schedules. */
export const ruleProperties = {
  State: z.literal('ENABLED').optional(),
  Name: ignored(),
  Description: ignored(),
  Tags: ignored(),
};

const eventRuleSchema = z.strictObject({
  ...ruleProperties,
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

export const isSchedule = ({ properties }: Resource): boolean => 'ScheduleExpression' in properties;

/** The buses of a stack, by name, with their rules. */
export type EventBuses = ReturnType<typeof readEventBuses>;

/**
 * Reads the buses of the stack and the rules that send matching events to queues.
 *
 * @throws StartError naming the resource and the property that the runner does not support
 */
export const readEventBuses = (stack: Stack) => {
  const rules = stack
    .resourcesOf('AWS::Events::Rule')
    .filter((resource) => !isSchedule(resource))
    .map((resource) => {
      const { EventBusName, EventPattern, Targets } = readProperties(resource, eventRuleSchema);
      return {
        busName: EventBusName,
        matches: compileDeclaredPattern(EventPattern, `The EventPattern of ${resource.logicalId}`),
        queueUrls: Targets.map(({ Arn }) => queueUrlOf(Arn, resource.logicalId, stack)),
      };
    });
  const names = stack.resourcesOf('AWS::Events::EventBus').map((bus) => readProperties(bus, busSchema).Name);
  return { rules, names };
};
