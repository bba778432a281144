import { DESTINATIONS, destinationOf } from './destinations.ts';

const VERSION = '2012-10-17';

/** What encrypting messages needs of a key. */
const KEY_ACTIONS = ['kms:GenerateDataKey', 'kms:Decrypt'] as const;

/** What a policy allows on a resource. */
export interface Statement {
  readonly Effect: 'Allow';
  readonly Action: string | readonly string[];
  readonly Resource: string;
}

/**
 * The trust policy of a customer's role. Without the condition, anyone who knew its name could have the
 * service send to its queue (https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html).
 *
 * @param accountId the service's own account
 * @param organizationId the external id
 */
export const trustPolicy = (accountId: string, organizationId: string) => ({
  Version: VERSION,
  Statement: [
    {
      Effect: 'Allow' as const,
      Principal: { AWS: `arn:aws:iam::${accountId}:root` },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': organizationId } },
    },
  ],
});

/** What a role needs to send to an address. */
export const sendStatement = (address: string) => {
  const destination = DESTINATIONS[destinationOf(address)];
  const Action: string = 'action' in destination ? destination.action : '';
  return { Effect: 'Allow', Action, Resource: address } as const;
};

/** What a role needs to use a key. */
export const keyStatement = (key: string): Statement => ({
  Effect: 'Allow',
  Action: KEY_ACTIONS,
  Resource: key,
});

/** The same in the policy of a resource, which names the role. */
export const ofRole = ({ Effect, Action, Resource }: Statement, roleArn: string) => ({
  Effect,
  Principal: { AWS: roleArn },
  Action,
  Resource,
});

/** The permissions policy of a role that sends to an address. */
export const permissionsPolicy = (address: string) => ({
  Version: VERSION,
  Statement: [sendStatement(address)],
});

/** What a session of a role may do: send to one address, and have its messages encrypted. */
export const sessionPolicy = (address: string): object => {
  const [, , service = ''] = address.split(':');
  const viaService = { StringLike: { 'kms:ViaService': `${service}.*.amazonaws.com` } };
  return {
    Version: VERSION,
    Statement: [sendStatement(address), { ...keyStatement('*'), Condition: viaService }],
  };
};
