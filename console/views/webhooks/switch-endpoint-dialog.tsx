import type { Endpoint } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useSubmit } from '../../parts/use-submit.ts';

export interface SwitchEndpointDialogProps {
  readonly endpoint: Endpoint;
  /** What it is to be. */
  readonly isEnabled: boolean;
  readonly onChanged: (endpoint: Endpoint) => void;
  readonly onClose: () => void;
}

/** Asks before an endpoint is disabled or enabled. */
export const SwitchEndpointDialog = (props: SwitchEndpointDialogProps) => {
  const { endpoint, isEnabled, onChanged, onClose } = props;
  const { api } = useConsole();
  const submission = useSubmit(async () => {
    const change = { id: endpoint.id, body: { isEnabled } };
    onChanged(await api.request('PATCH /webhook-endpoints/{id}', change));
  });
  return (
    <Dialog title={isEnabled ? 'Enable this endpoint?' : 'Disable this endpoint?'} onClose={onClose}>
      <p>
        {isEnabled ? (
          <>
            <strong class="anywhere">{endpoint.url}</strong> receives events from now on. Missed events are
            not sent automatically: replay their time range afterwards.
          </>
        ) : (
          <>
            <strong class="anywhere">{endpoint.url}</strong> receives no events until you enable it again.
            Events in the meantime are recorded as missed and can be replayed for 30 days.
          </>
        )}
      </p>
      <Form
        submission={submission}
        submitLabel={isEnabled ? 'Enable endpoint' : 'Disable endpoint'}
        busyLabel={isEnabled ? 'Enabling …' : 'Disabling …'}
        isDangerous={!isEnabled}
        onCancel={onClose}
      />
    </Dialog>
  );
};
