import type { IssuedEndpoint } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ShownOnceDialog } from '../../../parts/shown-once-dialog.tsx';
import { Time } from '../../../parts/time.tsx';
import { WEBHOOKS_PATH } from '../webhook-paths.ts';
import { Policies } from './role-policies.tsx';

interface SecretDialogProps {
  readonly issued: IssuedEndpoint;
  readonly onClose: () => void;
}

/** Shows the signing secret of an endpoint, once. */
export const SecretDialog = ({ issued, onClose }: SecretDialogProps) => {
  const { url, secret, publicKey, publicKeysUrl, rolePolicies, previousSecretExpiresAt } = issued;
  if (rolePolicies !== null) {
    return (
      <Dialog title="Endpoint created" onClose={onClose}>
        <p>
          A test event is on its way to <strong class="anywhere">{url}</strong>. Its delivery shows whether
          the role lets it in, and otherwise what to change.
        </p>
        <Policies {...rolePolicies} />
      </Dialog>
    );
  }
  if (secret === null) {
    return (
      <Dialog title="Copy the public key" onClose={onClose}>
        <p>
          The receiver at <strong class="anywhere">{url}</strong> verifies deliveries with this key, which the
          page of the endpoint also shows.
        </p>
        <p>
          <code class="anywhere">{publicKey}</code>
        </p>
        <p>
          Libraries for JSON Web Keys find it at <code class="anywhere">{publicKeysUrl}</code>, both keys
          during a rotation.
        </p>
      </Dialog>
    );
  }
  return (
    <ShownOnceDialog
      title="Copy the signing secret now"
      path={WEBHOOKS_PATH}
      what="secret"
      consequence="Your system needs it to verify deliveries. If you close it now, rotate the secret again."
      lead={
        <>
          The receiver at <strong class="anywhere">{url}</strong> verifies deliveries with this secret.
        </>
      }
      values={[{ label: 'Signing secret', what: 'secret', value: secret }]}
      hint={
        previousSecretExpiresAt === null ? (
          'Signatures follow Standard Webhooks (standardwebhooks.com), with libraries for many languages.'
        ) : (
          <>
            Deliveries are also signed with the old secret until <Time at={previousSecretExpiresAt} isExact />
            .
          </>
        )
      }
      onClose={onClose}
    />
  );
};
