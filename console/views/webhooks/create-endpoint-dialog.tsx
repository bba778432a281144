import type { IssuedEndpoint } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import type { EndpointValues } from './endpoint-fields.tsx';
import { EndpointFormDialog } from './endpoint-form-dialog.tsx';

export interface CreateEndpointDialogProps {
  readonly onCreated: (endpoint: IssuedEndpoint) => void;
  readonly onClose: () => void;
}

const EMPTY: EndpointValues = { url: '', description: '', events: ['*'] };

export const CreateEndpointDialog = ({ onCreated, onClose }: CreateEndpointDialogProps) => {
  const { api } = useConsole();
  return (
    <EndpointFormDialog
      title="Create a webhook endpoint"
      submitLabel="Create endpoint"
      busyLabel="Creating …"
      form="webhooks/create"
      initial={EMPTY}
      save={(endpoint) => api.request('POST /webhook-endpoints', { body: endpoint })}
      onSaved={onCreated}
      onClose={onClose}
    />
  );
};
