import type { NewEndpoint } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, type FormProps } from '../../parts/form.tsx';
import { type DraftFormOptions, useDraftForm } from '../../parts/use-draft-form.ts';
import { ENDPOINT_FIELDS, EndpointFields, type EndpointValues, endpointOf } from './endpoint-fields.tsx';

export interface EndpointFormDialogProps<R>
  extends Pick<FormProps, 'submitLabel' | 'busyLabel'>,
    Omit<DraftFormOptions<EndpointValues, R>, 'save'> {
  readonly title: string;
  readonly save: (endpoint: NewEndpoint) => Promise<R>;
}

/** What can be said of an endpoint, new or not. */
export const EndpointFormDialog = <R,>(props: EndpointFormDialogProps<R>) => {
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
