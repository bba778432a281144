import {
  DESTINATION_TYPES,
  DESTINATIONS,
  destinationOf,
  placeOfArn,
  ROLE_ARN,
  ROLE_EXAMPLE,
} from '../../contract/webhooks/destinations.ts';
import { EndpointFieldError } from '../errors.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { checkEndpointUrl } from './endpoint-url.ts';

const OWN_ACCOUNT = 'must not be in the account of this service, which its operator has not allowed';

/** What is wrong with the role of an address, for its field. */
const roleProblem = (
  roleArn: string | null,
  needsRole: boolean,
  { refusedAccount }: AddressPolicy,
): string | undefined => {
  if (!needsRole) return roleArn === null ? undefined : 'is only for queues and event buses';
  const account = roleArn === null ? undefined : ROLE_ARN.exec(roleArn)?.[1];
  if (account === undefined) return `must be the ARN of a role such as ${ROLE_EXAMPLE}`;
  return account === refusedAccount ? OWN_ACCOUNT : undefined;
};

/**
 * The address of an endpoint as it is stored.
 *
 * @throws EndpointFieldError if deliveries must not be sent there, or the role does not suit it
 */
export const acceptedAddress = (
  { url, roleArn }: Pick<WebhookEndpoint, 'url' | 'roleArn'>,
  policy: AddressPolicy,
): string => {
  const type = destinationOf(url);
  const { destinations = DESTINATION_TYPES, refusedAccount } = policy;
  if (!destinations.includes(type)) {
    const labels = destinations.map((each) => `${DESTINATIONS[each].label} (${DESTINATIONS[each].example})`);
    throw new EndpointFieldError('url', `must be one of: ${labels.join(', ')}`);
  }
  const problem = roleProblem(roleArn, DESTINATIONS[type].needsRole, policy);
  if (problem !== undefined) throw new EndpointFieldError('roleArn', problem);
  if (type !== 'https') {
    if (placeOfArn(url).account === refusedAccount) throw new EndpointFieldError('url', OWN_ACCOUNT);
    return url;
  }
  const checked = checkEndpointUrl(url, policy);
  if ('detail' in checked) throw new EndpointFieldError('url', checked.detail);
  return checked.url;
};

/** @throws EndpointFieldError if a queue or bus would have options that only requests have */
export const requireFittingOptions = ({
  url,
  headers,
  signature,
}: Pick<WebhookEndpoint, 'url' | 'headers' | 'signature'>): void => {
  if (destinationOf(url) === 'https') return;
  if (headers.length > 0) throw new EndpointFieldError('headers', 'are only for https URLs');
  if (signature !== 'hmac') throw new EndpointFieldError('signature', 'is only for https URLs');
};
