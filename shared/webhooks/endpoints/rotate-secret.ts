import type { Actor } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { concurrentUpdate } from '../errors.ts';
import { generateSigningSecret } from '../secrets/signature.ts';
import type { EndpointDependencies, EndpointWithSecret } from './create-endpoint.ts';
import { changeEndpoint, readEndpoint } from './endpoint-repository.ts';

/** How long the previous secret signs as well. */
const OVERLAP_MILLISECONDS = MILLISECONDS_PER_DAY;

/**
 * Gives an endpoint a new secret. For a day, deliveries are signed with the new and the previous secret. A
 * second rotation within the day drops the oldest one.
 *
 * @returns the endpoint with its new secret, or `undefined` if the organization has none with this id
 * @throws WebhookConflictError if the endpoint was modified concurrently
 */
export const rotateSecret = async (
  { store, cipher }: Omit<EndpointDependencies, 'policy'>,
  organizationId: string,
  id: string,
  actor: Actor,
): Promise<EndpointWithSecret | undefined> => {
  const before = await readEndpoint(store, organizationId, id);
  if (before === undefined) return undefined;
  const now = Date.now();
  const at = timestampOf(new Date(now));
  const previousSecretExpiresAt = timestampOf(new Date(now + OVERLAP_MILLISECONDS));
  const secret = generateSigningSecret();
  const endpoint = await changeEndpoint(
    store,
    before,
    {
      encryptedSecret: await cipher.encrypt(secret, { organizationId, endpointId: id }),
      encryptedPreviousSecret: before.encryptedSecret,
      secretCreatedAt: at,
      previousSecretExpiresAt,
    },
    { at, actor, action: 'webhook_endpoint.secret_rotated', details: { previousSecretExpiresAt } },
  );
  if (endpoint === undefined) throw concurrentUpdate();
  return { endpoint, secret };
};
