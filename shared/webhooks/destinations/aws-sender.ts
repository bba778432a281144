import { DESTINATIONS, type DestinationType, placeOfArn } from '../../contract/webhooks/destinations.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { createRoleCredentials, RoleError } from './role-credentials.ts';
import { signedPost } from './signed-post.ts';

/** A delivery to a queue or bus. */
export interface AwsDelivery {
  readonly type: Exclude<DestinationType, 'https'>;
  readonly address: string;
  readonly roleArn: string;
  readonly delivery: Pick<Delivery, 'organizationId' | 'eventId' | 'eventType' | 'resourceId' | 'series'>;
  readonly body: string;
}

/** What came of it: a success if there is no `error`. */
export interface AwsOutcome {
  /** `null` if no response arrived. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMilliseconds: number;
}

/** Not that of the service's own bus, whose rule would take its deliveries for changes. */
const SOURCE = 'sales-data.webhooks';

interface Call {
  readonly service: string;
  readonly variable: string;
  readonly contentType: string;
  readonly target: string;
  readonly input: object;
}

const text = (StringValue: string) => ({ DataType: 'String', StringValue });

/** How each destination takes an event. */
const CALLS: Readonly<Record<AwsDelivery['type'], (sent: AwsDelivery) => Call>> = {
  sqs: ({ address, delivery, body }) => {
    const { region, account } = placeOfArn(address);
    const name = address.slice(address.lastIndexOf(':') + 1);
    return {
      service: 'sqs',
      variable: 'SQS',
      contentType: 'application/x-amz-json-1.0',
      target: 'AmazonSQS.SendMessage',
      input: {
        QueueUrl: `https://sqs.${region}.amazonaws.com/${account}/${name}`,
        MessageBody: body,
        MessageAttributes: {
          'webhook-id': text(delivery.eventId),
          type: text(delivery.eventType),
        },
        // The events of a record are in order. A replay is sent again, a retry after a lost response is not.
        ...(name.endsWith('.fifo') && {
          MessageGroupId: delivery.resourceId,
          MessageDeduplicationId: `${delivery.eventId}-${delivery.series}`,
        }),
      },
    };
  },
  eventbridge: ({ address, delivery, body }) => ({
    service: 'events',
    variable: 'EVENTBRIDGE',
    contentType: 'application/x-amz-json-1.1',
    target: 'AWSEvents.PutEvents',
    input: {
      Entries: [{ Source: SOURCE, DetailType: delivery.eventType, Detail: body, EventBusName: address }],
    },
  }),
};

interface Answer {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  /** Of EventBridge, which answers with 200. */
  readonly Entries?: readonly { readonly ErrorCode?: string; readonly ErrorMessage?: string }[];
}

const answerOf = (json: string): Answer => {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
};

/** Why a call failed, and what the customer can change; `null` if it succeeded. */
const problemOf = ({ type, address, roleArn }: AwsDelivery, status: number, json: string): string | null => {
  const answer = answerOf(json);
  const [entry] = answer.Entries ?? [];
  const code = entry?.ErrorCode ?? (answer.__type ?? '').replace(/^.*#/, '');
  const message = entry?.ErrorMessage ?? answer.message ?? answer.Message ?? '';
  if (status === 200 && entry?.ErrorCode === undefined) return null;
  const { label, action } = DESTINATIONS[type];
  if (/kms/i.test(code) || /kms/i.test(message)) {
    const actions = '"kms:GenerateDataKey","kms:Decrypt"';
    return (
      `The key of the ${label} refused (${code}). Its key policy and the role ${roleArn} have to allow ` +
      `[${actions}].`
    );
  }
  if (/AccessDenied|NotAuthorized/i.test(code)) {
    return (
      `Access was denied. The role ${roleArn} needs the statement ` +
      `{"Effect":"Allow","Action":"${action}","Resource":"${address}"}, and a policy of the ${label} must ` +
      'not deny it.'
    );
  }
  if (/Throttl|TooManyRequests|LimitExceeded/i.test(code)) {
    return `The ${label} throttles (${code}): set \`maxPerSecond\`, or have its quota raised.`;
  }
  if (/NonExistent|NotFound|DoesNotExist/i.test(code)) return `The ${label} ${address} does not exist.`;
  return `The ${label} refused the event (${code || status}${message === '' ? '' : `: ${message}`}).`.slice(
    0,
    1_000,
  );
};

/**
 * Makes a function that sends events to queues and buses of customers, by their roles. Whatever AWS or the
 * customer does is an outcome, never an error.
 *
 * @param accountId the service's own account
 */
export const createAwsSender = (accountId: string, timeoutMilliseconds: number) => {
  const credentialsOf = createRoleCredentials(accountId);

  const send = async (sent: AwsDelivery): Promise<Omit<AwsOutcome, 'durationMilliseconds'>> => {
    const { address, roleArn, delivery } = sent;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const role = { roleArn, address, externalId: delivery.organizationId };
      const credentials = await credentialsOf(role, signal);
      const { input, variable, ...call } = CALLS[sent.type](sent);
      const { region } = placeOfArn(address);
      const answer = await signedPost(
        { ...call, region, credentials, body: JSON.stringify(input), signal },
        variable,
      );
      return { status: answer.status, error: problemOf(sent, answer.status, answer.text) };
    } catch (error) {
      if (error instanceof RoleError) return { status: error.status, error: error.message };
      const isLate = signal.aborted;
      return {
        status: null,
        error: isLate
          ? `Timed out after ${timeoutMilliseconds / 1_000} s.`
          : 'AWS could not be reached in that Region.',
      };
    }
  };

  return async (sent: AwsDelivery): Promise<AwsOutcome> => {
    const start = performance.now();
    const result = await send(sent);
    return { ...result, durationMilliseconds: Math.round(performance.now() - start) };
  };
};
