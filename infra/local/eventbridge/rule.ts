import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource, Stack } from '../assembly/stack.ts';
import { compileEventPattern, type EventPattern } from '../event-patterns/event-pattern.ts';
import { StartError } from '../process/start-error.ts';
import { intervalOf } from './schedule-expression.ts';
import { readTarget, type TargetDefinition, targetSchema } from './target.ts';

export const DEFAULT_BUS = 'default';

/** What a rule sends where. */
export interface RuleDefinition {
  readonly arn: string;
  readonly busName: string;
  readonly isEnabled: boolean;
  /** Absent: the rule is not about events of the bus. */
  readonly matches?: EventPattern;
  /** Absent: the rule has no schedule. */
  readonly intervalMilliseconds?: number;
  readonly targets: readonly TargetDefinition[];
}

const busSchema = z.strictObject({
  Name: z.string(),
  Description: ignored(),
  KmsKeyIdentifier: ignored(),
  LogConfig: ignored(),
  Tags: ignored(),
});

const ruleSchema = z
  .strictObject({
    EventBusName: z.string().default(DEFAULT_BUS),
    EventPattern: z.record(z.string(), z.unknown()).optional(),
    ScheduleExpression: z.string().optional(),
    State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
    Targets: z.array(targetSchema).default([]),
    Name: ignored(),
    Description: ignored(),
    Tags: ignored(),
  })
  .refine(
    ({ EventPattern, ScheduleExpression }) => EventPattern !== undefined || ScheduleExpression !== undefined,
    'needs an EventPattern or a ScheduleExpression',
  );

/** On AWS, the ARN of a rule names its bus, unless that is the default one. */
const arnOf = ({ logicalId, physicalId, arn }: Resource, busName: string): string => {
  if (arn === undefined) throw new StartError(`${logicalId} has no ARN.`);
  return busName === DEFAULT_BUS ? arn : arn.replace(`:rule/${physicalId}`, `:rule/${busName}/${physicalId}`);
};

const readInterval = (expression: string, logicalId: string, busName: string): number => {
  const interval = intervalOf(expression);
  if (interval === undefined) {
    throw new StartError(
      `${logicalId} has the ScheduleExpression "${expression}": the local runner knows rates only, such as rate(1 minute) or rate(2 hours).`,
    );
  }
  if (busName !== DEFAULT_BUS) {
    throw new StartError(`${logicalId} has a schedule, which only rules of the default bus can have.`);
  }
  return interval;
};

const readRule = (resource: Resource, busNames: ReadonlySet<string>, stack: Stack): RuleDefinition => {
  const { logicalId } = resource;
  const { EventBusName, EventPattern, ScheduleExpression, State, Targets } = readProperties(
    resource,
    ruleSchema,
  );
  const busName = EventBusName.replace(/^arn:.*:event-bus\//, '');
  if (!busNames.has(busName)) {
    throw new StartError(`${logicalId} is of the bus ${EventBusName}, which the stack does not have.`);
  }
  return {
    arn: arnOf(resource, busName),
    busName,
    isEnabled: State === 'ENABLED',
    ...(EventPattern === undefined
      ? {}
      : { matches: compileEventPattern(EventPattern, `The EventPattern of ${logicalId}`) }),
    ...(ScheduleExpression === undefined
      ? {}
      : { intervalMilliseconds: readInterval(ScheduleExpression, logicalId, busName) }),
    targets: Targets.map((target) => readTarget(target, logicalId, stack)),
  };
};

/** The buses and rules of a stack. */
export interface EventBuses {
  readonly names: ReadonlySet<string>;
  readonly rules: readonly RuleDefinition[];
}

/**
 * Reads all buses and rules of the stack. There always is a bus called `default`.
 *
 * @throws StartError naming the resource and the property that the runner cannot honour
 */
export const readEventBuses = (stack: Stack): EventBuses => {
  const buses = stack.resourcesOf('AWS::Events::EventBus');
  for (const bus of buses) readProperties(bus, busSchema);
  const names = new Set([DEFAULT_BUS, ...buses.map(({ physicalId }) => physicalId)]);
  return {
    names,
    rules: stack.resourcesOf('AWS::Events::Rule').map((rule) => readRule(rule, names, stack)),
  };
};
