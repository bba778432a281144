import type { IssuedEndpoint } from '../../api/webhooks.ts';
import { SecretValue } from '../../parts/secret-value.tsx';
import { ShownOnceDialog } from '../../parts/shown-once-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { WEBHOOKS_PATH } from './webhook-paths.ts';

export interface SecretDialogProps {
  readonly issued: IssuedEndpoint;
  readonly onClose: () => void;
}

/** Shows the signing secret of an endpoint, for the only time. */
export const SecretDialog = ({ issued, onClose }: SecretDialogProps) => {
  const { url, secret, previousSecretExpiresAt } = issued;
  return (
    <ShownOnceDialog
      title="Copy the signing secret now"
      path={WEBHOOKS_PATH}
      what="secret"
      consequence="Your system needs it to tell our deliveries from forged ones; without it, rotate the secret again."
      onClose={onClose}
    >
      {(onCopied) => (
        <>
          <p>
            With it, the receiver at <strong class="anywhere">{url}</strong> checks that deliveries are ours.
            It is shown this once and cannot be looked up later: put it where your system keeps its secrets.
          </p>
          <SecretValue label="Signing secret" what="secret" value={secret} onCopied={onCopied} />
          <p class="hint">
            {previousSecretExpiresAt === null ? (
              'Signatures follow Standard Webhooks (standardwebhooks.com), which has libraries for many languages.'
            ) : (
              <>
                Until <Time at={previousSecretExpiresAt} isExact />, deliveries are signed with the old secret
                as well.
              </>
            )}
          </p>
        </>
      )}
    </ShownOnceDialog>
  );
};
