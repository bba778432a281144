import type { Endpoint, IssuedEndpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { replacePath } from '../../../routing/route.ts';
import { ReplayRangeDialog } from '../deliveries/replay-range-dialog.tsx';
import { TestEndpointDialog } from '../deliveries/test-endpoint-dialog.tsx';
import { endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { DeleteEndpointDialog, RotateSecretDialog, SwitchEndpointDialog } from './confirmations.tsx';
import type { EndpointAction } from './endpoint-actions.tsx';
import { EditEndpointDialog } from './endpoint-form.tsx';

interface EndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly action: EndpointAction;
  readonly onChanged: (endpoint: Endpoint) => void;
  readonly onIssued: (endpoint: IssuedEndpoint) => void;
  /** Called after deliveries were started. */
  readonly onSent: () => void;
}

/** The dialog for an action on an endpoint. */
export const EndpointDialog = (props: EndpointDialogProps) => {
  const { endpoint, action, onChanged, onIssued, onSent } = props;
  const { announce } = useConsole();
  const close = (): void => replacePath(endpointPath(endpoint.id));
  const changed = (message: string) => (after: Endpoint) => {
    onChanged(after);
    announce(message);
    close();
  };
  const issued = (after: IssuedEndpoint): void => {
    onIssued(after);
    close();
  };
  const deleted = (): void => {
    announce(`Deleted ${endpoint.url}.`);
    replacePath(WEBHOOKS_PATH);
  };
  const common = { endpoint, onClose: close };
  switch (action) {
    case 'edit':
      return <EditEndpointDialog {...common} onChanged={changed('Saved the endpoint.')} />;
    case 'disable':
      return <SwitchEndpointDialog {...common} isEnabled={false} onChanged={changed('Disabled.')} />;
    case 'enable':
      return <SwitchEndpointDialog {...common} isEnabled onChanged={changed('Enabled.')} />;
    case 'rotate-secret':
      return <RotateSecretDialog {...common} onIssued={issued} />;
    case 'delete':
      return <DeleteEndpointDialog {...common} onDeleted={deleted} />;
    case 'test':
      return <TestEndpointDialog {...common} onSent={onSent} />;
    case 'replay':
      return <ReplayRangeDialog {...common} onSent={onSent} />;
  }
};
