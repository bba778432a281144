import { useState } from 'preact/hooks';
import type { AppRequest } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { LoadedMessage } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useSubmit } from '../../parts/use-submit.ts';
import type { AppRequestParameters } from '../../routing/app-request.ts';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { PermissionsField } from '../keys/key-fields.tsx';
import type { ViewProps } from '../view.ts';

interface DecisionProps {
  readonly parameters: AppRequestParameters;
  readonly request: AppRequest;
}

const Decision = ({ parameters, request }: DecisionProps) => {
  const { api, user, session } = useConsole();
  const { client, redirectTarget, denialUrl } = request;
  const isAdmin = user.role === 'admin';
  const [permissions, setPermissions] = useState(isAdmin ? request.permissions : []);
  const [isAllowed, setAllowed] = useState(false);
  const submission = useSubmit(async (signal) => {
    const body = { ...parameters, permissions };
    const { redirectUrl } = await api.request('POST /app-requests', { body }, signal);
    // Not kept in the history: the request was decided, and the address holds a code.
    location.replace(redirectUrl);
    // The app may be a program, whose address leaves the page as it is.
    setAllowed(true);
  });
  const { organization } = session ?? {};
  const facts: readonly Fact[] = [
    // What is certain, unlike the name that the app gives itself.
    ['Identified by', client.host ?? 'Not verified: any app can use this name'],
    ['Returns you to', redirectTarget],
    ['Reads the data of', organization?.name ?? organization?.id ?? '…'],
    ['You are', user.email],
  ];
  return (
    <>
      <PageHeading
        title={`Connect ${client.name}?`}
        lead="The app wants to read your sales data. Allow it only if you just started this in the app."
      />
      <Facts facts={facts} />
      <div class="section">
        {isAllowed ? (
          <p role="status">Connected. Return to {client.name}: you can close this page.</p>
        ) : (
          <Form
            submission={submission}
            submitLabel="Allow"
            busyLabel="Connecting …"
            fields={['permissions']}
            cancelLabel="Deny"
            onCancel={() => location.replace(denialUrl)}
          >
            {isAdmin ? (
              <PermissionsField
                hint="Clear those that its task does not need."
                options={request.permissions}
                value={permissions}
                onChange={setPermissions}
              />
            ) : (
              <p class="notice">The app cannot read any data until an admin grants it permissions.</p>
            )}
            <p class="hint">
              It is listed under <a href={hrefOf(API_KEYS_PATH)}>API keys</a>, where you can revoke it.
            </p>
          </Form>
        )}
      </div>
    </>
  );
};

/** The page on which a user allows or denies an app. */
export const ConnectView = ({ query }: ViewProps) => {
  const { api } = useConsole();
  const parameters = query as AppRequestParameters;
  const loaded = useLoad((signal) => api.request('GET /app-requests', { query: parameters }, signal), [api]);
  if (loaded.value !== undefined) return <Decision parameters={parameters} request={loaded.value} />;
  if (loaded.error === undefined) return <LoadedMessage loaded={loaded} />;
  // What is wrong with a request never leads back to the app: anyone can send one.
  return (
    <>
      <PageHeading title="The app cannot be connected" />
      <LoadedMessage loaded={loaded} />
    </>
  );
};
