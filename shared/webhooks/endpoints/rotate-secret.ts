import type { Actor } from '../../audit-log/audit-entry.ts';
import type { Signature } from '../../contract/webhooks/webhook-limits.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { concurrentUpdate } from '../errors.ts';
import { generateSigningSecret, publicKeyOf } from '../secrets/signature.ts';
import { type EndpointDependencies, type EndpointWithSecret, sharedSecret } from './create-endpoint.ts';
import { changeEndpoint, readEndpoint } from './endpoint-repository.ts';

/** How long the previous secret signs as well. */
const OVERLAP_MILLISECONDS = MILLISECONDS_PER_DAY;

/**
 * Gives an endpoint a new secret. For a day, deliveries are signed with the new and the previous secret. A
 * second rotation within the day drops the oldest one.
 *
 * @param newSignature how the new secret signs; by default, as the previous one
 * @returns the endpoint with its new secret, or `undefined` if the organization has none with this id
 * @throws WebhookConflictError if the endpoint was modified concurrently
 */
export const rotateSecret = async (
  { store, cipher }: Omit<EndpointDependencies, 'policy'>,
  organizationId: string,
  id: string,
  actor: Actor,
  newSignature?: Signature,
): Promise<EndpointWithSecret | undefined> => {
  const before = await readEndpoint(store, organizationId, id);
  if (before === undefined) return undefined;
  const now = Date.now();
  const at = timestampOf(new Date(now));
  const previousSecretExpiresAt = timestampOf(new Date(now + OVERLAP_MILLISECONDS));
  const signature = newSignature ?? before.signature;
  const secret = generateSigningSecret(signature);
  const endpoint = await changeEndpoint(
    store,
    before,
    {
      encryptedSecret: await cipher.encrypt(secret, { organizationId, endpointId: id }),
      encryptedPreviousSecret: before.encryptedSecret,
      signature,
      publicKey: publicKeyOf(secret),
      previousPublicKey: before.publicKey,
      secretCreatedAt: at,
      previousSecretExpiresAt,
    },
    { at, actor, action: 'webhook_endpoint.secret_rotated', details: { previousSecretExpiresAt, signature } },
  );
  if (endpoint === undefined) throw concurrentUpdate();
  return { endpoint, secret: sharedSecret(endpoint, secret) };
};
