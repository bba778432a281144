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

/** A host name resolves to an address that is not allowed. The message does not reveal it: admins read it. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';

  constructor(hostname: string) {
    super(
      `${hostname} resolves to an address that is not public: private, loopback, link-local and other ` +
        'special-purpose addresses are blocked.',
    );
  }
}

/**
 * A `lookup` for connections that rejects a host unless all of its addresses are public. Node.js connects to
 * exactly these addresses, which defeats DNS rebinding. It must be used with `autoSelectFamily`, for which
 * Node.js always requests all addresses. A host that is itself an address is never looked up: validate it
 * with `checkEndpointUrl`.
 */
export const createPublicLookup =
  ({ resolve = lookup, ...policy }: PublicLookupDependencies): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }).then(
      (addresses) => {
        const isAllowed = addresses.every(({ address }) => isPublicAddress(address, policy));
        if (isAllowed) callback(null, [...addresses]);
        else callback(new AddressNotAllowedError(hostname), []);
      },
      (error) => callback(error, []),
    );
  };
