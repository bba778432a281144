import { randomUUID } from 'node:crypto';
import { messageOf } from '../process/start-error.ts';
import { deadLetterOf } from './dead-letter.ts';
import type { DeliveryFailure, DeliveryJournal, DeliveryRecord } from './delivery-journal.ts';
import type { QueueSender } from './queue-sender.ts';
import { exhaustedCondition } from './retry-policy.ts';
import type { RuleDefinition } from './rule.ts';
import type { TargetDefinition } from './target.ts';
import type { SendToTarget } from './target-sender.ts';

/** How long past its event's greatest age a dead-letter queue is still tried, in milliseconds. */
const DEAD_LETTER_MILLISECONDS = 86_400_000;

export interface Deliveries {
  /**
   * Hands an event to the targets of a rule. Fulfilled once each of them has it or it is in the journal, from where
   * it is tried again.
   *
   * @param patience how long to wait for a first attempt before its event goes to the journal, in milliseconds;
   * by default as long as it takes
   */
  deliver(rule: RuleDefinition, event: string, patience?: number): Promise<void>;
  /** Goes on with what an earlier run left in the journal. */
  resume(): void;
  /** Fulfilled once no attempt is under way; what is in the journal stays there. */
  stop(): Promise<void>;
}

export interface DeliveriesDependencies {
  readonly rules: readonly RuleDefinition[];
  readonly journal: DeliveryJournal;
  readonly send: SendToTarget;
  readonly queues: QueueSender | undefined;
  /** The wait after a number of failed attempts, in milliseconds. */
  readonly retryDelay: (attempts: number) => number;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

export const createDeliveries = (dependencies: DeliveriesDependencies): Deliveries => {
  const { rules, journal, send, queues, retryDelay, now = Date.now, onError } = dependencies;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let isStopped = false;

  const track = <T>(work: Promise<T>): Promise<T> => {
    const ended: Promise<unknown> = Promise.allSettled([work]).then(() => underWay.delete(ended));
    underWay.add(ended);
    return work;
  };
  const inBackground = (work: Promise<unknown>): void => {
    void track(work.catch(onError));
  };

  const later = (target: TargetDefinition, record: DeliveryRecord, attempts = record.attempts): void => {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      inBackground(proceed(target, record));
    }, retryDelay(attempts)).unref();
    timers.add(timer);
  };

  const drop = async ({ id, ruleArn, targetId, failure }: DeliveryRecord, why: string): Promise<void> => {
    onError(
      new Error(
        `An event of ${ruleArn} for ${targetId} is dropped: ${why} (${failure?.message ?? 'cut off'}).`,
      ),
    );
    await journal.remove(id);
  };

  const bury = async (target: TargetDefinition, record: DeliveryRecord, condition: string): Promise<void> => {
    if (target.deadLetterArn === undefined || queues === undefined) return drop(record, condition);
    try {
      await queues.send(target.deadLetterArn, deadLetterOf(record, target, condition));
    } catch (error) {
      const reason = `the dead-letter queue does not take it: ${messageOf(error)}`;
      if (now() - record.since >= target.maximumAgeMilliseconds + DEAD_LETTER_MILLISECONDS) {
        return drop(record, reason);
      }
      onError(new Error(`An event of ${record.ruleArn} has to wait: ${reason}.`));
      return later(target, record);
    }
    await journal.remove(record.id);
  };

  const failed = async (
    target: TargetDefinition,
    record: DeliveryRecord,
    failure: DeliveryFailure,
  ): Promise<void> => {
    const next = { ...record, attempts: record.attempts + 1, failure };
    await journal.put(next);
    // With no attempt left, there is nothing to wait for.
    if (exhaustedCondition(target, next, now()) === undefined) later(target, next);
    else inBackground(proceed(target, next));
  };

  const settle = async (
    target: TargetDefinition,
    record: DeliveryRecord,
    attempt: Promise<DeliveryFailure | undefined>,
  ): Promise<void> => {
    const failure = await attempt;
    if (failure === undefined) return journal.remove(record.id);
    try {
      await failed(target, record, failure);
    } catch (error) {
      // It is in the journal, if not as it is now.
      later(target, record, record.attempts + 1);
      throw error;
    }
  };

  const proceed = async (target: TargetDefinition, record: DeliveryRecord): Promise<void> => {
    const condition = exhaustedCondition(target, record, now());
    if (condition !== undefined) return bury(target, record, condition);
    await settle(target, record, send(target, record.event));
  };

  const deliverTo = async (
    rule: RuleDefinition,
    target: TargetDefinition,
    event: string,
    patience: number | undefined,
  ): Promise<void> => {
    const record = {
      id: randomUUID(),
      ruleArn: rule.arn,
      targetId: target.id,
      event,
      since: now(),
      attempts: 0,
    };
    const attempt = send(target, event);
    const settled = attempt.then((failure) => ({ failure }));
    const first = await (patience === undefined ? settled : Promise.race([settled, passed(patience)]));
    if (first === undefined) {
      await journal.put(record);
      inBackground(settle(target, record, attempt));
    } else if (first.failure !== undefined) {
      await failed(target, record, first.failure);
    }
  };

  return {
    async deliver(rule, event, patience) {
      const deliveries = rule.targets.map((target) => track(deliverTo(rule, target, event, patience)));
      await Promise.all(deliveries);
    },
    resume() {
      for (const record of journal.left) {
        const rule = rules.find(({ arn }) => arn === record.ruleArn);
        const target = rule?.targets.find(({ id }) => id === record.targetId);
        if (target === undefined) inBackground(drop(record, 'the stack no longer has this target'));
        else later(target, record, 1);
      }
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};

const passed = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds).unref();
  });
