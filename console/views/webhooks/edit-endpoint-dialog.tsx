import { type WebhookEndpointView, webhooks } from '../../api/webhooks.ts';
import { useConsole } from '../../console-context.ts';
import { EndpointFormDialog } from './endpoint-form-dialog.tsx';

export interface EditEndpointDialogProps {
  readonly endpoint: WebhookEndpointView;
  readonly onChanged: (endpoint: WebhookEndpointView) => void;
  readonly onClose: () => void;
}

export const EditEndpointDialog = ({ endpoint, onChanged, onClose }: EditEndpointDialogProps) => {
  const { api } = useConsole();
  const { id, url, description, events } = endpoint;
  return (
    <EndpointFormDialog
      title="Edit webhook endpoint"
      submitLabel="Save"
      busyLabel="Saving …"
      form={`webhooks/${id}/edit`}
      initial={{ url, description: description ?? '', events }}
      save={(changed) => webhooks(api).update(id, changed)}
      onSaved={onChanged}
      onClose={onClose}
    />
  );
};
