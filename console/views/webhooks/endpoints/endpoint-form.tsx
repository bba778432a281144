import type { EventPattern } from '../../../../shared/contract/event-types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../../shared/contract/webhook-limits.ts';
import type { Endpoint, IssuedEndpoint, NewEndpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form, type FormProps } from '../../../parts/form.tsx';
import { errorAt } from '../../../parts/problem-message.tsx';
import { type DraftFormOptions, useDraftForm } from '../../../parts/use-draft-form.ts';
import { EventsField } from './events-field.tsx';

/** The input of the form. */
interface EndpointValues {
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventPattern[];
}

/** Converts the input to the API's format. */
const endpointOf = ({ url, description, events }: EndpointValues): NewEndpoint => ({
  url: url.trim(),
  description: description.trim() === '' ? null : description.trim(),
  events,
});

const ENDPOINT_FIELDS: readonly string[] = ['url', 'description', 'events'];

interface EndpointFieldsProps {
  readonly values: EndpointValues;
  readonly onChange: (values: Partial<EndpointValues>) => void;
  /** The error of the last attempt. */
  readonly error: unknown;
}

const EndpointFields = ({ values, onChange, error }: EndpointFieldsProps) => (
  <>
    <Field label="URL" hint="A public https URL of your system." error={errorAt(error, 'url')}>
      {(attributes) => (
        <input
          {...attributes}
          type="url"
          required
          autocomplete="off"
          placeholder="https://hooks.example.com/sales"
          value={values.url}
          onInput={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
      )}
    </Field>
    <Field
      label="Description (optional)"
      hint="The system that receives the events, such as “CRM sync”."
      error={errorAt(error, 'description')}
    >
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          autocomplete="off"
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={values.description}
          onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
      )}
    </Field>
    <EventsField value={values.events} onChange={(events) => onChange({ events })} error={error} />
  </>
);

interface EndpointFormDialogProps<R>
  extends Pick<FormProps, 'submitLabel' | 'busyLabel'>,
    Omit<DraftFormOptions<EndpointValues, R>, 'save'> {
  readonly title: string;
  readonly save: (endpoint: NewEndpoint) => Promise<R>;
}

const EndpointFormDialog = <R,>(props: EndpointFormDialogProps<R>) => {
  const { title, submitLabel, busyLabel, save, ...options } = props;
  const { values, set, submission, close } = useDraftForm({
    ...options,
    save: (typed: EndpointValues) => save(endpointOf(typed)),
  });
  return (
    <Dialog title={title} onClose={close}>
      <Form
        submission={submission}
        submitLabel={submitLabel}
        busyLabel={busyLabel}
        fields={ENDPOINT_FIELDS}
        onCancel={close}
      >
        <EndpointFields values={values} onChange={set} error={submission.error} />
      </Form>
    </Dialog>
  );
};

interface CreateEndpointDialogProps {
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

interface EditEndpointDialogProps {
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
