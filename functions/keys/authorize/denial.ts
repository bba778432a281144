import {
  addressNotAllowedDetail,
  missingPermissionsDetail,
  type ProblemName,
  problemType,
} from '../../../shared/contract/problems.ts';
import { isInRanges } from '../../../shared/keys/allowed-addresses.ts';
import type { AuthenticatedKey } from '../../../shared/keys/authenticate.ts';
import { CALLER_ADDRESS_HEADER, readSignedAddress } from '../../../shared/keys/caller-address.ts';
import { headerValues, type MultiValueHeaders } from '../../http/headers.ts';

/** Why a key is denied a request, for the problem document in the gateway response `ACCESS_DENIED`. */
export type Denial = {
  readonly deniedType: string;
  readonly deniedDetail: string;
  /** A further member of the document, a list. */
  readonly deniedMember: string;
  /** Its only item. */
  readonly deniedValue: string;
};

const denial = (name: ProblemName, detail: string, member: string, value: string): Denial => ({
  deniedType: problemType(name),
  deniedDetail: detail,
  deniedMember: member,
  deniedValue: value,
});

/** Denies an operation whose permission the key lacks. */
export const permissionDenial = (
  { apiKey }: AuthenticatedKey,
  permission: string | null,
): Denial | undefined =>
  permission === null || apiKey.permissions.some((each) => each === permission)
    ? undefined
    : denial(
        'forbidden',
        missingPermissionsDetail([permission], 'this operation'),
        'missingPermissions',
        permission,
      );

/**
 * The address of the caller of one of this service's own functions, which calls the data API for it: signed
 * with the key's secret. `undefined` for any other request.
 */
export const passedOnAddress = (
  { addressSecret }: AuthenticatedKey,
  headers: MultiValueHeaders,
  now: Date,
): string | undefined => {
  const [signed, ...others] = headerValues(headers, CALLER_ADDRESS_HEADER.toLowerCase());
  return signed === undefined || others.length > 0 || addressSecret === null
    ? undefined
    : readSignedAddress(addressSecret, signed, now);
};

/**
 * Denies a request from an address at which the key must not be used.
 *
 * @param sourceIp the address that API Gateway saw. Requests of this service's own functions carry that of
 *   their caller, signed
 */
export const addressDenial = (
  authenticated: AuthenticatedKey,
  headers: MultiValueHeaders,
  sourceIp: string,
  now: Date,
): Denial | undefined => {
  const { allowedAddresses } = authenticated.apiKey;
  if (allowedAddresses === null) return undefined;
  const address = passedOnAddress(authenticated, headers, now) ?? sourceIp;
  return isInRanges(allowedAddresses, address)
    ? undefined
    : denial('address-not-allowed', addressNotAllowedDetail(address), 'addresses', address);
};
