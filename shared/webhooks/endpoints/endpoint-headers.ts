import type { NewHeader } from '../../contract/webhooks/delivery-options.ts';
import { EndpointFieldError } from '../errors.ts';
import type { SecretCipher, SecretContext } from '../secrets/kms-cipher.ts';
import type { EndpointHeader } from './endpoint.ts';

/**
 * Encrypts the values of headers.
 *
 * @param stored the headers of the endpoint, which keep their value unless a new one is given
 * @throws EndpointFieldError if a new header has no value
 */
export const encryptHeaders = (
  cipher: Pick<SecretCipher, 'encrypt'>,
  owner: SecretContext,
  headers: readonly NewHeader[],
  stored: readonly EndpointHeader[] = [],
): Promise<readonly EndpointHeader[]> =>
  Promise.all(
    headers.map(async ({ name, value }, index) => {
      if (value !== undefined) return { name, encryptedValue: await cipher.encrypt(value, owner) };
      const kept = stored.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (kept !== undefined) return { name, encryptedValue: kept.encryptedValue };
      throw new EndpointFieldError(
        `headers.${index}.value`,
        'is required for a header that is not stored yet',
      );
    }),
  );
