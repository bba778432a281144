import { useState } from 'preact/hooks';
import type { AppRequest } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Checkbox } from '../../parts/choices.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { LoadedMessage } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useSubmit } from '../../parts/use-submit.ts';
import type { AppRequestParameters } from '../../routing/app-request.ts';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { expiryOf, NO_EXPIRY } from '../keys/expiry.ts';
import { ExpiryField } from '../keys/expiry-field.tsx';
import { PermissionsField } from '../keys/key-fields.tsx';
import { HARMLESS } from '../keys/permission-labels.ts';
import type { ViewProps } from '../view.ts';

interface DecisionProps {
  readonly parameters: AppRequestParameters;
  readonly request: AppRequest;
}

/**
 * A warning that users answer before they can allow the app: the name of such an app says nothing about who
 * runs it.
 */
const UnverifiedNotice = () => (
  <div class="notice notice-bad">
    <p class="problem-title">This app is not verified</p>
    <p>
      Anyone can register an app under any name and send you here. What it reads leaves this service. If you
      did not start this in the app just now, deny it.
    </p>
  </div>
);

const Decision = ({ parameters, request }: DecisionProps) => {
  const { api, user, session } = useConsole();
  const { client, redirectTarget, denialUrl } = request;
  const isAdmin = user.role === 'admin';
  const isVerified = client.host !== null;
  const [permissions, setPermissions] = useState<AppRequest['permissions']>(
    isAdmin ? request.permissions.filter((each) => HARMLESS.includes(each)) : [],
  );
  const [expiry, setExpiry] = useState(NO_EXPIRY);
  const [isConfirmed, setConfirmed] = useState(isVerified);
  const [isAllowed, setAllowed] = useState(false);
  const submission = useSubmit(async (signal) => {
    const expiresAt = expiryOf(expiry, Date.now());
    const body = { ...parameters, permissions, expiresAt };
    const { redirectUrl } = await api.request('POST /app-requests', { body }, signal);
    // Not kept in the history: the request was decided, and the address holds a code.
    location.replace(redirectUrl);
    // The app may be a program, whose address leaves the page as it is.
    setAllowed(true);
  });
  const { organization } = session ?? {};
  const facts: readonly Fact[] = [
    ['Calls itself', <q key="name">{client.name}</q>],
    // What is certain, unlike the name.
    ['Identified by', client.host ?? 'Not verified'],
    ['Returns you to', redirectTarget],
    ['Reads the data of', organization?.name ?? organization?.id ?? '…'],
    ['You are', user.email],
  ];
  return (
    <>
      <PageHeading
        title={isVerified ? 'Connect an app?' : 'Connect an unverified app?'}
        lead="An app wants to read your sales data. Allow it only if you just started this yourself."
      />
      {!isVerified && <UnverifiedNotice />}
      <Facts facts={facts} />
      <div class="section card">
        {isAllowed ? (
          <p role="status">Connected. Return to the app: you can close this page.</p>
        ) : (
          <Form
            submission={submission}
            submitLabel="Allow"
            busyLabel="Connecting …"
            isDangerous={!isVerified}
            missing={isConfirmed ? undefined : 'Confirm that you started this yourself.'}
            fields={['permissions', 'expiresAt']}
            cancelLabel="Deny"
            onCancel={() => location.replace(denialUrl)}
          >
            {isAdmin ? (
              <PermissionsField
                hint="Choose only what its task needs. Contact details are never preselected."
                options={request.permissions}
                value={permissions}
                onChange={setPermissions}
              />
            ) : (
              <p class="notice">The app cannot read any data until an admin grants it permissions.</p>
            )}
            <ExpiryField
              hint="Unused for 30 days, the app expires in any case."
              value={expiry}
              onChange={(changes) => setExpiry({ ...expiry, ...changes })}
            />
            <p class="hint">
              It is listed under <a href={hrefOf(API_KEYS_PATH)}>API keys</a>, where you can revoke it.
            </p>
            {!isVerified && (
              <div class="missing">
                <Checkbox checked={isConfirmed} onChange={setConfirmed}>
                  <span>
                    I just started this myself, and it returns me to <strong>{redirectTarget}</strong>.
                  </span>
                </Checkbox>
              </div>
            )}
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
