import { DESTINATIONS, labelOf, placeOfArn, ROLE_ARN } from '../../contract/webhooks/destinations.ts';
import { keyStatement, ofRole, sendStatement } from '../../contract/webhooks/role-policies.ts';
import type { AwsDelivery, Refusal } from './destination-api.ts';

const KEY_ARN = /arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/[\w-]+/;

const MAX_LENGTH = 1_500;

const json = (statement: object): string => JSON.stringify(statement);

/** The key of a queue refuses: the key and the role both have to allow its use. */
const ofKey = ({ type, roleArn }: AwsDelivery, { code, message }: Refusal): string => {
  const [key = 'arn:aws:kms:…'] = KEY_ARN.exec(message) ?? [];
  return (
    `The KMS key of the ${labelOf(type)} refused (${code}). Its key policy needs ` +
    `${json(ofRole(keyStatement('*'), roleArn))}, and the role needs ${json(keyStatement(key))}.`
  );
};

/**
 * A policy is missing or denies. AWS names its kind
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html).
 */
const ofPolicy = ({ type, address, roleArn }: AwsDelivery, { message }: Refusal): string => {
  const { policy, action } = DESTINATIONS[type];
  const [, denying] = /explicit deny in an? ([\w-]+ ?[\w-]*?)(?: policy|$|:)/.exec(message) ?? [];
  if (denying !== undefined) {
    const own = denying.startsWith('resource-based') ? policy : `${denying} policy`;
    return (
      `Access was denied: the ${own} denies ${action} to the role ${roleArn}. ` +
      'Remove that statement, or except the role from it.'
    );
  }
  const statement = sendStatement(address);
  const ofResource = `the ${policy} ${json(ofRole(statement, roleArn))}`;
  const isOtherAccount = ROLE_ARN.exec(roleArn)?.[1] !== placeOfArn(address).account;
  if (message.includes('no resource-based policy')) return `Access was denied. Add to ${ofResource}.`;
  return (
    `Access was denied. The role ${roleArn} needs the statement ${json(statement)}` +
    `${isOtherAccount ? `, and ${ofResource}` : `, unless the ${policy} allows it`}.`
  );
};

/** Why a destination refused an event, and what the customer can change. */
export const describeRefusal = (sent: AwsDelivery, status: number, refusal: Refusal): string => {
  const { code, message } = refusal;
  const label = labelOf(sent.type);
  if (/Throttl|TooManyRequests|LimitExceeded/i.test(code)) {
    return `The ${label} throttles (${code}): set \`maxPerSecond\`, or have its quota raised.`;
  }
  if (/kms/i.test(code) || /kms/i.test(message)) return ofKey(sent, refusal);
  if (/AccessDenied|NotAuthorized/i.test(code)) return ofPolicy(sent, refusal);
  if (/NonExistent|NotFound|DoesNotExist/i.test(code)) return `The ${label} ${sent.address} does not exist.`;
  const words = `The ${label} refused the event (${code || status}${message === '' ? '' : `: ${message}`}).`;
  return words.slice(0, MAX_LENGTH);
};
