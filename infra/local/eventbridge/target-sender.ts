import { randomUUID } from 'node:crypto';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { messageOf } from '../process/start-error.ts';
import type { DeliveryFailure } from './delivery-journal.ts';
import type { QueueSender } from './queue-sender.ts';
import type { TargetDefinition } from './target.ts';

/** Hands an event to a target once. Never rejected: a failure is the result. */
export type SendToTarget = (target: TargetDefinition, event: string) => Promise<DeliveryFailure | undefined>;

export interface TargetSenderDependencies {
  readonly findFunction: (arn: string) => Pick<FunctionPool, 'invoke'> | undefined;
  readonly queues: QueueSender | undefined;
}

export const createTargetSender = ({ findFunction, queues }: TargetSenderDependencies): SendToTarget => {
  const invoke = async (arn: string, event: string): Promise<DeliveryFailure | undefined> => {
    const pool = findFunction(arn);
    if (pool === undefined) return { code: 'NO_RESOURCE', message: `There is no function ${arn} yet.` };
    const result = await pool.invoke(randomUUID(), event);
    if (!('error' in result)) return undefined;
    const { errorType, errorMessage } = result.error;
    const code = errorType === 'Sandbox.Timedout' ? 'TIMEOUT' : 'ERROR_FROM_TARGET';
    return { code, message: `${errorType}: ${errorMessage}` };
  };

  const enqueue = async (target: TargetDefinition, event: string): Promise<DeliveryFailure | undefined> => {
    try {
      if (queues === undefined) throw new Error('There is no SQS.');
      await queues.send(target.arn, { body: event, groupId: target.messageGroupId });
      return undefined;
    } catch (error) {
      return { code: 'SDK_CLIENT_ERROR', message: messageOf(error) };
    }
  };

  return (target, event) => {
    const sent = target.input ?? event;
    return target.kind === 'queue' ? enqueue(target, sent) : invoke(target.arn, sent);
  };
};
