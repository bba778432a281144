import { useState } from 'preact/hooks';
import type { Delivery, Endpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog, DialogAction } from '../../../parts/dialog.tsx';
import { Form } from '../../../parts/form.tsx';
import { LoadedMessage, Loading } from '../../../parts/loading.tsx';
import { useSubmit } from '../../../parts/use-submit.ts';
import { hrefOf } from '../../../routing/route.ts';
import { deliveryPath } from '../webhook-paths.ts';
import { AttemptResult } from './attempts.tsx';
import { useDelivery } from './use-delivery.ts';

interface TestEndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Follows a test event until its first attempt completes. */
const Outcome = ({ delivery: { id, endpointId } }: { readonly delivery: Delivery }) => {
  const loaded = useDelivery(id, 0);
  const attempt = loaded.value?.attempts.at(-1);
  const outcome = (): string => {
    if (loaded.value?.state === 'succeeded') return 'The endpoint accepted the test event.';
    if (loaded.value?.state === 'failed')
      return 'The endpoint rejected the test event, including all retries.';
    if (attempt !== undefined) return 'The endpoint rejected the test event. It will be retried.';
    return 'No response yet. View the delivery in a moment.';
  };
  return (
    <>
      <LoadedMessage loaded={loaded} />
      {loaded.isAwaited && loaded.value !== undefined && <Loading>Waiting for the response …</Loading>}
      <div role="status">
        {!loaded.isAwaited && loaded.value !== undefined && (
          <>
            <p class="strong">{outcome()}</p>
            {attempt && <AttemptResult attempt={attempt} />}
          </>
        )}
      </div>
      <p>
        <a href={hrefOf(deliveryPath(endpointId, id))}>View delivery</a>
      </p>
    </>
  );
};

/** Sends a test event and shows the endpoint's response. */
export const TestEndpointDialog = ({ endpoint, onSent, onClose }: TestEndpointDialogProps) => {
  const { api } = useConsole();
  const [delivery, setDelivery] = useState<Delivery>();
  const submission = useSubmit(async (signal) =>
    setDelivery(await api.request('POST /webhook-endpoints/{id}/test', { id: endpoint.id }, signal)),
  );
  const close = (): void => {
    if (delivery !== undefined) onSent();
    onClose();
  };
  return (
    <Dialog title="Send a test event" onClose={close}>
      {delivery === undefined ? (
        <Form submission={submission} submitLabel="Send" busyLabel="Sending …" onCancel={close}>
          <p>
            Sends a signed <code>webhook.test</code> event to <strong class="anywhere">{endpoint.url}</strong>
            , regardless of its subscriptions.
          </p>
        </Form>
      ) : (
        <>
          <Outcome delivery={delivery} />
          <DialogAction onClick={close}>Done</DialogAction>
        </>
      )}
    </Dialog>
  );
};
