import { type AwsDestinationType, placeOfArn } from '../../contract/webhooks/destinations.ts';
import { coalesced } from '../../runtime/coalesced.ts';
import { describeRefusal } from './describe-refusal.ts';
import type { AwsDelivery, DestinationApi, Refusal } from './destination-api.ts';
import { EVENTBRIDGE } from './eventbridge.ts';
import { createRoleCredentials, RoleError } from './role-credentials.ts';
import { signedPost } from './signed-post.ts';
import { SQS } from './sqs.ts';

const APIS: Readonly<Record<AwsDestinationType, DestinationApi>> = { sqs: SQS, eventbridge: EVENTBRIDGE };

/** What came of it: a success if there is no `error`. */
export interface AwsOutcome {
  /** `null` if no response arrived. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMilliseconds: number;
}

type Result = Omit<AwsOutcome, 'durationMilliseconds'>;

/** Far below what a call may have. A larger event is sent alone. */
const MAX_BATCH_BYTES = 256 * 1_024;

/** Deliveries that share an address and a role, in calls of as many as the destination takes. */
const batchesOf = (deliveries: readonly AwsDelivery[]): readonly (readonly AwsDelivery[])[] => {
  const batches: AwsDelivery[][] = [];
  let bytes = 0;
  for (const each of deliveries) {
    const length = Buffer.byteLength(each.body);
    const last = batches.at(-1);
    const isFull = last === undefined || last.length >= APIS[each.type].maxEntries;
    if (isFull || bytes + length > MAX_BATCH_BYTES) {
      batches.push([each]);
      bytes = length;
    } else {
      last.push(each);
      bytes += length;
    }
  }
  return batches;
};

const targetOf = ({ address, roleArn, delivery }: AwsDelivery): string =>
  JSON.stringify([delivery.organizationId, roleArn, address]);

const answerOf = (json: string): object => {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
};

const textOf = (answer: object, ...names: readonly string[]): string => {
  const fields = new Map<string, unknown>(Object.entries(answer));
  return names.map((name) => fields.get(name)).find((value) => typeof value === 'string') ?? '';
};

/** Why a whole call failed. */
const refusalOf = (answer: object): Refusal => ({
  code: textOf(answer, '__type').replace(/^.*#/, ''),
  message: textOf(answer, 'message', 'Message'),
});

/**
 * Makes a function that sends events to queues and buses of customers, by their roles. Events of the same
 * moment for the same address share a call. Whatever AWS or the customer does is an outcome, never an error.
 *
 * @param accountId the service's own account
 */
export const createAwsSender = (accountId: string, timeoutMilliseconds: number) => {
  const credentialsOf = createRoleCredentials(accountId);

  const send = async (batch: readonly [AwsDelivery, ...AwsDelivery[]]): Promise<readonly Result[]> => {
    const [{ type, address, roleArn, delivery }] = batch;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const same = (result: Result): readonly Result[] => batch.map(() => result);
    try {
      const role = { roleArn, address, externalId: delivery.organizationId };
      const credentials = await credentialsOf(role, signal);
      const { variable, call, refusedEntries } = APIS[type];
      const { input, ...request } = call(batch);
      const { region } = placeOfArn(address);
      const { status, text } = await signedPost(
        { ...request, region, credentials, body: JSON.stringify(input), signal },
        variable,
      );
      const answer = answerOf(text);
      const refused = status === 200 ? refusedEntries(answer) : undefined;
      return batch.map((sent, index) => {
        const refusal = refused === undefined ? refusalOf(answer) : refused.get(index);
        return { status, error: refusal === undefined ? null : describeRefusal(sent, status, refusal) };
      });
    } catch (error) {
      if (error instanceof RoleError) return same({ status: error.status, error: error.message });
      const isLate = signal.aborted;
      return same({
        status: null,
        error: isLate
          ? `Timed out after ${timeoutMilliseconds / 1_000} s.`
          : 'AWS could not be reached in that Region.',
      });
    }
  };

  const sendTogether = coalesced(async (all: readonly AwsDelivery[]) => {
    const results = new Map<AwsDelivery, Promise<Result | undefined>>();
    for (const ofTarget of Map.groupBy(all, targetOf).values()) {
      for (const [first, ...others] of batchesOf(ofTarget)) {
        if (first === undefined) continue;
        const sending = send([first, ...others]);
        for (const [index, each] of [first, ...others].entries()) {
          results.set(
            each,
            sending.then((ofBatch) => ofBatch[index]),
          );
        }
      }
    }
    return results;
  });

  return async (sent: AwsDelivery): Promise<AwsOutcome> => {
    const start = performance.now();
    const result = await (await sendTogether([sent])).get(sent);
    if (result === undefined) throw new Error('A batch has no result for one of its events.');
    return { ...result, durationMilliseconds: Math.round(performance.now() - start) };
  };
};
