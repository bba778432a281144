import {
  ARN_TARGETS,
  DESTINATION_TYPES,
  DESTINATIONS,
  destinationOf,
  destinationsWith,
  hasField,
  labelOf,
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
  { url, roleArn }: Pick<WebhookEndpoint, 'url' | 'roleArn'>,
  { refusedAccount }: AddressPolicy,
): string | undefined => {
  if (!hasField(url, 'roleArn')) {
    return roleArn === null ? undefined : `is only for ${destinationsWith('roleArn')}`;
  }
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
    const labels = destinations.map((each) => `${labelOf(each)} (${DESTINATIONS[each].example})`);
    throw new EndpointFieldError('url', `must be one of: ${labels.join(', ')}`);
  }
  const problem = roleProblem({ url, roleArn }, policy);
  if (problem !== undefined) throw new EndpointFieldError('roleArn', problem);
  if (type !== 'https') {
    if (placeOfArn(url).account === refusedAccount) throw new EndpointFieldError('url', OWN_ACCOUNT);
    return url;
  }
  if (/^arn:/i.test(url)) throw new EndpointFieldError('url', `must be the ARN of ${ARN_TARGETS}`);
  const checked = checkEndpointUrl(url, policy);
  if ('detail' in checked) throw new EndpointFieldError('url', checked.detail);
  return checked.url;
};

/** @throws EndpointFieldError if the endpoint has options that its destination does not have */
export const requireFittingOptions = ({
  url,
  headers,
  signature,
}: Pick<WebhookEndpoint, 'url' | 'headers' | 'signature'>): void => {
  if (headers.length > 0 && !hasField(url, 'headers')) {
    throw new EndpointFieldError('headers', `are only for ${destinationsWith('headers')}`);
  }
  if (signature !== 'hmac' && !hasField(url, 'signature')) {
    throw new EndpointFieldError('signature', `is only for ${destinationsWith('signature')}`);
  }
};
