import type { Table } from '../../table/table.ts';
import { WebhookConflictError } from '../errors.ts';
import type { SecretCipher } from '../secrets/kms-cipher.ts';
import { readEndpoint } from './endpoint-repository.ts';

/**
 * The secret that an endpoint was created with, for a repetition of the request that created it.
 *
 * @throws WebhookConflictError if the endpoint was deleted or has another secret
 */
export const readFirstSecret = async (
  { store, cipher }: { readonly store: Table; readonly cipher: Pick<SecretCipher, 'decrypt'> },
  organizationId: string,
  endpointId: string,
): Promise<string> => {
  const endpoint = await readEndpoint(store, organizationId, endpointId);
  if (endpoint === undefined) {
    throw new WebhookConflictError(
      `The webhook endpoint ${endpointId}, which this request created, was deleted. ` +
        'Send another `Idempotency-Key` to create a new one.',
    );
  }
  if (endpoint.secretCreatedAt !== endpoint.createdAt) {
    throw new WebhookConflictError(
      `The webhook endpoint ${endpointId}, which this request created, has a new signing secret. ` +
        'Ask an admin for it, or delete the endpoint and create another.',
    );
  }
  return cipher.decrypt(endpoint.encryptedSecret, { organizationId, endpointId });
};
