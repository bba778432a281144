import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type AddressPolicy, isPublicAddress } from '../endpoints/address-policy.ts';

/** Finds all addresses of a host name, as `dns.promises.lookup` does. */
export type Resolve = (hostname: string, options: LookupAllOptions) => Promise<readonly LookupAddress[]>;

export interface PublicLookupDependencies extends AddressPolicy {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/** A host name stands for an address that may not be called. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
  readonly code = 'ERR_ADDRESS_NOT_ALLOWED';

  constructor(hostname: string, address: string) {
    super(
      `${hostname} resolves to ${address}, which is not an address of the public internet: private, loopback, link-local and otherwise special addresses are never called.`,
    );
  }
}

const notFound = (hostname: string): Error =>
  Object.assign(new Error(`${hostname} has no address.`), { code: 'ENOTFOUND' });

/**
 * A `lookup` for connections that refuses a host unless every one of its addresses is public. Node.js connects to
 * the very addresses that it is given here, so a name that changes its addresses after a check (DNS rebinding)
 * gains nothing. A host that is an address itself is never looked up: whoever connects must check that.
 */
export const createPublicLookup = ({
  resolve = lookup,
  ...policy
}: PublicLookupDependencies): LookupFunction => {
  const publicAddresses = async (hostname: string, options: LookupAllOptions): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname, options);
    const refused = addresses.find(({ address }) => !isPublicAddress(address, policy));
    if (refused !== undefined) throw new AddressNotAllowedError(hostname, refused.address);
    return [...addresses];
  };
  return (hostname, options, callback) => {
    publicAddresses(hostname, { ...options, all: true }).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(notFound(hostname), []);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
};
