import { MAX_DESCRIPTION_LENGTH } from '../../../../shared/contract/webhook-limits.ts';
import type { Endpoint, IssuedEndpoint, NewEndpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { TextField } from '../../../parts/field.tsx';
import { DraftDialog, type DraftDialogProps } from '../../../parts/form.tsx';
import { EventsField } from './events-field.tsx';

/** The input of the form. */
interface EndpointValues extends Pick<NewEndpoint, 'url' | 'events'> {
  readonly description: string;
}

interface EndpointFormProps extends Omit<DraftDialogProps<EndpointValues>, 'fields' | 'save' | 'children'> {
  readonly save: (endpoint: NewEndpoint) => Promise<void>;
}

const EndpointForm = ({ save, ...dialog }: EndpointFormProps) => (
  <DraftDialog
    {...dialog}
    fields={['url', 'description', 'events']}
    save={({ url, description, events }) =>
      save({ url: url.trim(), description: description.trim() || null, events })
    }
  >
    {({ url, description, events }, set) => (
      <>
        <TextField
          label="URL"
          hint="A public https URL of your system."
          parameter="url"
          type="url"
          required
          placeholder="https://hooks.example.com/sales"
          value={url}
          onChange={(typed) => set({ url: typed })}
        />
        <TextField
          label="Description (optional)"
          hint="The system that receives the events, such as “CRM sync”."
          parameter="description"
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={description}
          onChange={(typed) => set({ description: typed })}
        />
        <EventsField value={events} onChange={(chosen) => set({ events: chosen })} />
      </>
    )}
  </DraftDialog>
);

interface CreateEndpointDialogProps {
  readonly onCreated: (endpoint: IssuedEndpoint) => void;
  readonly onClose: () => void;
}

export const CreateEndpointDialog = ({ onCreated, onClose }: CreateEndpointDialogProps) => {
  const { api } = useConsole();
  return (
    <EndpointForm
      title="Create a webhook endpoint"
      submitLabel="Create endpoint"
      busyLabel="Creating …"
      form="webhooks/create"
      initial={{ url: '', description: '', events: ['*'] }}
      save={async (body) => onCreated(await api.request('POST /webhook-endpoints', { body }))}
      onClose={onClose}
    />
  );
};

interface EditEndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onChanged: (endpoint: Endpoint) => void;
  readonly onClose: () => void;
}

export const EditEndpointDialog = ({ endpoint, onChanged, onClose }: EditEndpointDialogProps) => {
  const { api } = useConsole();
  const { id, url, description, events } = endpoint;
  return (
    <EndpointForm
      title="Edit webhook endpoint"
      submitLabel="Save"
      busyLabel="Saving …"
      form={`webhooks/${id}/edit`}
      initial={{ url, description: description ?? '', events }}
      save={async (body) => onChanged(await api.request('PATCH /webhook-endpoints/{id}', { id, body }))}
      onClose={onClose}
    />
  );
};
