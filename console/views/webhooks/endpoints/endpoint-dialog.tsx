import { useState } from 'preact/hooks';
import type { Endpoint, EndpointDetails, IssuedEndpoint, NewEndpoint, Replay } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { changedFields } from '../../../parts/changed-fields.ts';
import { FormDialog } from '../../../parts/form.tsx';
import { Time } from '../../../parts/time.tsx';
import { replacePath } from '../../../routing/route.ts';
import { TestEndpointDialog } from '../deliveries/test-endpoint-dialog.tsx';
import type { EndpointAction } from '../endpoint-actions.tsx';
import { ReplayDialog, RetryAllDialog } from '../replays/replay-dialog.tsx';
import { endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { EndpointForm, endpointValues } from './endpoint-form.tsx';
import { SignatureField } from './signature-field.tsx';

interface EndpointDialogProps {
  readonly endpoint: EndpointDetails;
  readonly action: EndpointAction;
  readonly onChanged: (endpoint: Endpoint) => void;
  readonly onIssued: (endpoint: IssuedEndpoint) => void;
  /** Called after a test event was sent. */
  readonly onSent: () => void;
  /** Called after a replay was started. */
  readonly onReplay: (replay: Replay) => void;
}

/** The dialog for an action on an endpoint. */
export const EndpointDialog = (props: EndpointDialogProps) => {
  const { endpoint, action, onChanged, onIssued, onSent, onReplay } = props;
  const { api, announce } = useConsole();
  const { id, previousSecretExpiresAt } = endpoint;
  const [signature, setSignature] = useState(endpoint.signature);
  const url = <strong class="anywhere">{endpoint.url}</strong>;
  const close = (): void => replacePath(endpointPath(id));
  const update = async (
    body: Partial<NewEndpoint & Pick<Endpoint, 'isEnabled'>> | undefined,
    message: string,
    signal: AbortSignal,
  ): Promise<void> => {
    if (body !== undefined)
      onChanged(await api.request('PATCH /webhook-endpoints/{id}', { id, body }, signal));
    announce(message);
    close();
  };
  const rotateSecret = async (signal: AbortSignal): Promise<void> => {
    const query = { signature };
    onIssued(await api.request('POST /webhook-endpoints/{id}/rotate-secret', { id, query }, signal));
    close();
  };
  const remove = async (signal: AbortSignal): Promise<void> => {
    await api.request('DELETE /webhook-endpoints/{id}', { id }, signal);
    announce(`Deleted ${endpoint.url}.`);
    replacePath(WEBHOOKS_PATH);
  };
  const common = { endpoint, onClose: close };
  switch (action) {
    case 'edit':
      return (
        <EndpointForm
          title="Edit webhook endpoint"
          submitLabel="Save"
          busyLabel="Saving …"
          form={`webhooks/${id}/edit`}
          initial={endpointValues(endpoint)}
          save={(typed, signal) =>
            update(changedFields<NewEndpoint>(endpoint, typed), 'Saved the endpoint.', signal)
          }
          onClose={close}
        />
      );
    case 'test':
      return <TestEndpointDialog {...common} onSent={onSent} />;
    case 'replay':
      return <ReplayDialog {...common} onStarted={onReplay} />;
    case 'retry-all':
      return <RetryAllDialog {...common} onStarted={onReplay} />;
    case 'enable':
      return (
        <FormDialog
          title="Enable this endpoint?"
          submitLabel="Enable endpoint"
          busyLabel="Enabling …"
          onSubmit={(signal) => update({ isEnabled: true }, 'Enabled.', signal)}
          onClose={close}
        >
          <p>
            {url} receives events from now on. Missed events are not sent automatically: replay them
            afterwards.
          </p>
        </FormDialog>
      );
    case 'disable':
      return (
        <FormDialog
          title="Disable this endpoint?"
          submitLabel="Disable endpoint"
          busyLabel="Disabling …"
          isDangerous
          onSubmit={(signal) => update({ isEnabled: false }, 'Disabled.', signal)}
          onClose={close}
        >
          <p>
            {url} receives no events until you enable it again. Events in the meantime are recorded as missed
            and can be replayed for as long as they are kept.
          </p>
        </FormDialog>
      );
    case 'rotate-secret':
      return (
        <FormDialog
          title="Rotate the signing secret"
          submitLabel="Rotate secret"
          busyLabel="Rotating …"
          onSubmit={rotateSecret}
          onClose={close}
        >
          <p>
            Creates a new secret for {url}. For 24 hours, deliveries are signed with both secrets, so that you
            have time to update the receiver.
          </p>
          <SignatureField value={signature} onChange={setSignature} />
          {previousSecretExpiresAt !== null && (
            <p class="notice notice-warning">
              The secret was rotated less than a day ago. Rotating again immediately invalidates the older
              secret, which would be valid until <Time at={previousSecretExpiresAt} isExact />.
            </p>
          )}
        </FormDialog>
      );
    case 'delete':
      return (
        <FormDialog
          title="Delete this endpoint?"
          submitLabel="Delete endpoint"
          busyLabel="Deleting …"
          isDangerous
          onSubmit={remove}
          onClose={close}
        >
          <p>
            {url} receives no more events. Pending deliveries are dropped, and past deliveries can no longer
            be viewed or replayed. This cannot be undone. To pause deliveries, disable the endpoint instead.
          </p>
        </FormDialog>
      );
  }
};
