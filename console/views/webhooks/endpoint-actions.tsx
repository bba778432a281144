import type { Endpoint } from '../../api/types.ts';
import { dialogHref } from '../../routing/route.ts';
import { endpointPath } from './webhook-paths.ts';

const LABELS = {
  test: 'Send test event',
  edit: 'Edit',
  'rotate-secret': 'Rotate secret',
  disable: 'Disable',
  enable: 'Enable',
  'retry-all': 'Retry all pending now',
  replay: 'Replay failed since …',
  delete: 'Delete',
} as const;

export type EndpointAction = keyof typeof LABELS;

export const isEndpointAction = (text: string | undefined): text is EndpointAction =>
  text !== undefined && Object.hasOwn(LABELS, text);

const CLASSES: Partial<Record<EndpointAction, string>> = {
  test: 'button-primary',
  enable: 'button-primary',
  delete: 'button-danger',
};

interface ActionLinkProps {
  readonly id: string;
  readonly action: EndpointAction;
}

/** Links to the dialog for an action on an endpoint. */
export const ActionLink = ({ id, action }: ActionLinkProps) => (
  <a class={`button ${CLASSES[action] ?? ''}`} href={dialogHref(`${endpointPath(id)}/${action}`)}>
    {LABELS[action]}
  </a>
);

/** The actions on an endpoint; disabled ones cannot be tested. */
export const EndpointActions = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const actions: readonly EndpointAction[] = endpoint.isEnabled
    ? ['test', 'edit', 'rotate-secret', 'disable', 'delete']
    : ['enable', 'edit', 'rotate-secret', 'delete'];
  return (
    <div class="actions">
      {actions.map((action) => (
        <ActionLink key={action} id={endpoint.id} action={action} />
      ))}
    </div>
  );
};
