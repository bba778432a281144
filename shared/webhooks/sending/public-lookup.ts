import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { type AddressPolicy, isPublicAddress } from '../endpoints/address-policy.ts';

/** Resolves all addresses of a host name, like `dns.promises.lookup`. */
export type Resolve = (hostname: string, options: LookupAllOptions) => Promise<readonly LookupAddress[]>;

export interface PublicLookupDependencies extends AddressPolicy {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

/** A host name resolves to an address that is not allowed. */
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
 * A `lookup` for connections that rejects a host unless all of its addresses are public. Node.js connects to
 * exactly these addresses, which defeats DNS rebinding. A host that is itself an address is never looked up:
 * validate it with `checkEndpointUrl`.
 */
export const createPublicLookup = ({
  resolve = lookup,
  ...policy
}: PublicLookupDependencies): LookupFunction => {
  const publicAddresses = async (hostname: string, options: LookupAllOptions): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname, options);
    const rejected = addresses.find(({ address }) => !isPublicAddress(address, policy));
    if (rejected !== undefined) throw new AddressNotAllowedError(hostname, rejected.address);
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
