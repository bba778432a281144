import type { SingleSignOn } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import type { ViewProps } from '../../view.ts';
import { ProviderForm } from './provider-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SwitchStep } from './switch-step.tsx';
import { TestStep } from './test-step.tsx';

/** What an admin asks the operator for. */
const NotAllowed = () => {
  const { session } = useConsole();
  const id = session?.organization.id ?? 'ORGANIZATION';
  return (
    <EmptyState
      title="Not available yet"
      text={
        'The operator of this service confirms your email domains first. Send the operator this command, ' +
        'with your domains.'
      }
    >
      <SecretValue
        label="For the operator"
        what="command"
        value={`npm run organizations -- allow-single-sign-on --organization ${id} --domain YOUR_DOMAIN`}
      />
    </EmptyState>
  );
};

const State = ({ connection }: Pick<SingleSignOn, 'connection'>) => {
  if (connection === null) return <StatusBadge tone="neutral">not set up</StatusBadge>;
  return connection.isOn ? (
    <StatusBadge tone="good">on</StatusBadge>
  ) : (
    <StatusBadge tone="warning">off: sign-ins are tests</StatusBadge>
  );
};

/** The identity provider of the organization, set up step by step. */
export const SingleSignOnView = ({ rest }: ViewProps) => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /single-sign-on', {}, signal), [api]);
  const { value } = loaded;
  const onChanged = (changed: SingleSignOn): void => loaded.set(() => changed);
  const connection = value?.connection ?? null;
  return (
    <>
      <PageHeading
        title="Single sign-on"
        lead="Users sign in with the identity provider of your organization, whose groups decide their roles."
        action={value?.isAllowed && <State connection={connection} />}
      />
      <LoadedMessage loaded={loaded}>Loading the settings …</LoadedMessage>
      {value && !value.isAllowed && connection === null && <NotAllowed />}
      {value && (value.isAllowed || connection !== null) && (
        <>
          <ProviderForm key={connection?.changedAt ?? ''} shown={value} onSaved={onChanged} />
          <TestStep loaded={loaded} connection={connection} />
          <SwitchStep connection={connection} onChanged={onChanged} />
        </>
      )}
      {rest[0] === 'remove' && connection !== null && <RemoveDialog onRemoved={onChanged} />}
    </>
  );
};
