import { z } from 'zod';
import { ignored } from '../assembly/read-properties.ts';
import type { Stack } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';

/** Where a rule sends events, and how often it tries. */
export interface TargetDefinition {
  readonly id: string;
  readonly kind: 'function' | 'queue';
  readonly arn: string;
  /** JSON that is sent in place of the event. */
  readonly input?: string;
  /** Of the messages in a queue. */
  readonly messageGroupId?: string;
  /** Attempts after the first one. */
  readonly maximumRetryAttempts: number;
  readonly maximumAgeMilliseconds: number;
  /** The queue for events that could not be delivered. */
  readonly deadLetterArn?: string;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Limits and defaults of https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_RetryPolicy.html. */
const retryPolicySchema = z.strictObject({
  MaximumRetryAttempts: z.int().min(0).max(185).default(185),
  MaximumEventAgeInSeconds: z.int().min(60).max(86_400).default(86_400),
});

export const targetSchema = z.strictObject({
  Id: z.string(),
  Arn: z.string(),
  RetryPolicy: retryPolicySchema.prefault({}),
  DeadLetterConfig: z.strictObject({ Arn: z.string() }).optional(),
  SqsParameters: z.strictObject({ MessageGroupId: z.string() }).optional(),
  Input: z.string().refine(isJson, 'must be JSON').optional(),
  RoleArn: ignored(),
});

/**
 * Reads a target of a rule.
 *
 * @throws StartError when it, or its dead-letter queue, is no function or queue of the stack
 */
export const readTarget = (
  target: z.infer<typeof targetSchema>,
  ruleId: string,
  stack: Pick<Stack, 'resourcesOf'>,
): TargetDefinition => {
  const has = (type: 'AWS::Lambda::Function' | 'AWS::SQS::Queue', wanted: string): boolean =>
    stack.resourcesOf(type).some(({ arn }) => arn === wanted);
  const isQueue = has('AWS::SQS::Queue', target.Arn);
  if (!isQueue && !has('AWS::Lambda::Function', target.Arn)) {
    throw new StartError(
      `${ruleId} has the target ${target.Arn}, which is no function and no queue of the stack.`,
    );
  }
  const deadLetterArn = target.DeadLetterConfig?.Arn;
  if (deadLetterArn !== undefined && !has('AWS::SQS::Queue', deadLetterArn)) {
    throw new StartError(
      `${ruleId} has the dead-letter queue ${deadLetterArn}, which is no queue of the stack.`,
    );
  }
  if (target.SqsParameters !== undefined && !isQueue) {
    throw new StartError(`${ruleId} has SqsParameters for ${target.Arn}, which is no queue.`);
  }
  return {
    id: target.Id,
    kind: isQueue ? 'queue' : 'function',
    arn: target.Arn,
    maximumRetryAttempts: target.RetryPolicy.MaximumRetryAttempts,
    maximumAgeMilliseconds: target.RetryPolicy.MaximumEventAgeInSeconds * 1000,
    ...(target.Input === undefined ? {} : { input: target.Input }),
    ...(target.SqsParameters === undefined ? {} : { messageGroupId: target.SqsParameters.MessageGroupId }),
    ...(deadLetterArn === undefined ? {} : { deadLetterArn }),
  };
};
