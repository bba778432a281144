import { type WebhookEndpointView, webhooks } from '../../api/webhooks.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useSubmit } from '../../parts/use-submit.ts';
import { ENDPOINT_FIELDS, EndpointFields, type EndpointValues, endpointOf } from './endpoint-fields.tsx';

export interface EditEndpointDialogProps {
  readonly endpoint: WebhookEndpointView;
  readonly onChanged: (endpoint: WebhookEndpointView) => void;
  readonly onClose: () => void;
}

export const EditEndpointDialog = ({ endpoint, onChanged, onClose }: EditEndpointDialogProps) => {
  const { api } = useConsole();
  const { values, set, clear } = useDraft<EndpointValues>(`webhooks/${endpoint.id}/edit`, {
    url: endpoint.url,
    description: endpoint.description ?? '',
    events: endpoint.events,
  });
  const submission = useSubmit(async () => {
    const changed = await webhooks(api).update(endpoint.id, endpointOf(values));
    clear();
    onChanged(changed);
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog title="Edit the webhook endpoint" onClose={close}>
      <Form
        submission={submission}
        submitLabel="Save"
        busyLabel="Saving …"
        fields={ENDPOINT_FIELDS}
        onCancel={close}
      >
        <EndpointFields values={values} onChange={set} error={submission.error} />
      </Form>
    </Dialog>
  );
};
