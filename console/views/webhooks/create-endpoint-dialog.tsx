import { type IssuedEndpoint, webhooks } from '../../api/webhooks.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useSubmit } from '../../parts/use-submit.ts';
import { ENDPOINT_FIELDS, EndpointFields, type EndpointValues, endpointOf } from './endpoint-fields.tsx';

export interface CreateEndpointDialogProps {
  readonly onCreated: (endpoint: IssuedEndpoint) => void;
  readonly onClose: () => void;
}

const EMPTY: EndpointValues = { url: '', description: '', events: ['*'] };

export const CreateEndpointDialog = ({ onCreated, onClose }: CreateEndpointDialogProps) => {
  const { api } = useConsole();
  const { values, set, clear } = useDraft('webhooks/create', EMPTY);
  const submission = useSubmit(async () => {
    const endpoint = await webhooks(api).create(endpointOf(values));
    clear();
    onCreated(endpoint);
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog title="Create a webhook endpoint" onClose={close}>
      <Form
        submission={submission}
        submitLabel="Create endpoint"
        busyLabel="Creating …"
        fields={ENDPOINT_FIELDS}
        onCancel={close}
      >
        <EndpointFields values={values} onChange={set} error={submission.error} />
      </Form>
    </Dialog>
  );
};
