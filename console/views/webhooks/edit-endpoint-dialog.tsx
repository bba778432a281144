import type { Endpoint } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { EndpointFormDialog } from './endpoint-form-dialog.tsx';

export interface EditEndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onChanged: (endpoint: Endpoint) => void;
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
      save={(changed) => api.request('PATCH /webhook-endpoints/{id}', { id, body: changed })}
      onSaved={onChanged}
      onClose={onClose}
    />
  );
};
