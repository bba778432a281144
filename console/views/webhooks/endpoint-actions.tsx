import { hasField } from '../../../shared/contract/webhooks/destinations.ts';
import { MAX_UNDELIVERED } from '../../../shared/contract/webhooks/webhook-limits.ts';
import type { Endpoint } from '../../api/types.ts';
import { formatNumber } from '../../parts/numbers.ts';
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

/** A number of deliveries that is counted up to a limit. */
export const formatUndelivered = (count: number): string =>
  `${formatNumber(count)}${count < MAX_UNDELIVERED ? '' : '+'}`;

interface ActionLinkProps {
  readonly id: string;
  readonly action: EndpointAction;
  /** How many deliveries it concerns. */
  readonly count?: number;
}

/** Links to the dialog for an action on an endpoint. */
export const ActionLink = ({ id, action, count }: ActionLinkProps) => (
  <a class={`button ${CLASSES[action] ?? ''}`} href={dialogHref(`${endpointPath(id)}/${action}`)}>
    {LABELS[action]}
    {count !== undefined && ` (${formatUndelivered(count)})`}
  </a>
);

/** The actions on an endpoint; disabled ones cannot be tested. */
export const EndpointActions = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const isSigned = hasField(endpoint.url, 'signature');
  const actions: readonly EndpointAction[] = [
    endpoint.isEnabled ? 'test' : 'enable',
    'edit',
    ...(isSigned ? (['rotate-secret'] as const) : []),
    ...(endpoint.isEnabled ? (['disable'] as const) : []),
    'delete',
  ];
  return (
    <div class="actions">
      {actions.map((action) => (
        <ActionLink key={action} id={endpoint.id} action={action} />
      ))}
    </div>
  );
};
