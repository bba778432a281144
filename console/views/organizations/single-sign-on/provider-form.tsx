import { useState } from 'preact/hooks';
import type { NewSingleSignOn, SingleSignOn } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { CheckList } from '../../../parts/choices.tsx';
import { TextAreaField, TextField } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { useDiscardOnLeave, useDraft } from '../../../parts/use-draft.ts';
import { useSubmit } from '../../../parts/use-submit.ts';
import { DOCUMENTATION } from '../../../routing/route.ts';

type Connection = NonNullable<SingleSignOn['connection']>;

const TYPES = { oidc: 'OpenID Connect', saml: 'SAML 2.0' } as const;

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The input of the form, without the client secret: drafts are stored. */
const valuesOf = (connection: Connection | null, allowedDomains: readonly string[]) => ({
  type: connection?.type ?? ('oidc' as const),
  issuer: connection?.issuer ?? '',
  clientId: connection?.clientId ?? '',
  scopes: (connection?.scopes ?? ['openid', 'email']).join(' '),
  metadataUrl: connection?.metadataUrl ?? '',
  emailDomains: connection?.emailDomains ?? allowedDomains,
  emailClaim: connection?.emailClaim ?? 'email',
  groupsClaim: connection?.groupsClaim ?? 'groups',
  adminGroups: connection?.adminGroups.join('\n') ?? '',
  memberGroups: connection?.memberGroups.join('\n') ?? '',
});

type Values = ReturnType<typeof valuesOf>;

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

const bodyOf = (values: Values, clientSecret: string): NewSingleSignOn => ({
  type: values.type,
  ...(values.type === 'oidc'
    ? {
        issuer: given(values.issuer),
        clientId: given(values.clientId),
        clientSecret: given(clientSecret),
        scopes: values.scopes.split(/\s+/).filter((scope) => scope !== ''),
      }
    : { metadataUrl: given(values.metadataUrl) }),
  emailDomains: [...values.emailDomains],
  emailClaim: values.emailClaim,
  groupsClaim: values.groupsClaim,
  adminGroups: [...linesOf(values.adminGroups)],
  memberGroups: [...linesOf(values.memberGroups)],
});

const FIELDS = [
  ...['issuer', 'clientId', 'clientSecret', 'scopes', 'metadataUrl', 'emailDomains', 'emailClaim'],
  ...['groupsClaim', 'adminGroups', 'memberGroups'],
];

interface StepProps {
  readonly values: Values;
  readonly set: (changes: Partial<Values>) => void;
}

/** Which groups have which role. */
const GroupFields = ({ values, set }: StepProps) => (
  <div class="field-row">
    <TextAreaField
      label="Groups of admins"
      hint="As the provider sends them, one per line: Entra ID sends ids."
      parameter="adminGroups"
      lines={values.adminGroups}
      rows={3}
      value={values.adminGroups}
      onChange={(adminGroups) => set({ adminGroups })}
    />
    <TextAreaField
      label="Groups of members"
      hint="One per line. A user in neither has no access."
      parameter="memberGroups"
      lines={values.memberGroups}
      rows={3}
      value={values.memberGroups}
      onChange={(memberGroups) => set({ memberGroups })}
    />
  </div>
);

interface ProviderFieldsProps extends StepProps {
  readonly shown: SingleSignOn;
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
}

const ProviderFields = ({ shown, values, set, secret, onSecret }: ProviderFieldsProps) => {
  const { connection, allowedDomains } = shown;
  const isKnown = connection !== null && connection.type === 'oidc';
  return (
    <>
      {values.type === 'oidc' ? (
        <>
          <TextField
            label="Issuer"
            hint="Such as https://acme.okta.com, without a slash at the end."
            parameter="issuer"
            required
            spellcheck={false}
            autocapitalize="none"
            value={values.issuer}
            onChange={(issuer) => set({ issuer })}
          />
          <div class="field-row">
            <TextField
              label="Client id"
              parameter="clientId"
              required
              spellcheck={false}
              autocapitalize="none"
              value={values.clientId}
              onChange={(clientId) => set({ clientId })}
            />
            <TextField
              label="Client secret"
              hint={isKnown ? 'Empty: as before.' : undefined}
              parameter="clientSecret"
              class="masked"
              required={!isKnown}
              spellcheck={false}
              autocapitalize="none"
              value={secret}
              onChange={onSecret}
            />
          </div>
        </>
      ) : (
        <TextField
          label="Metadata URL"
          hint="The address of the provider’s SAML metadata."
          parameter="metadataUrl"
          required
          spellcheck={false}
          autocapitalize="none"
          value={values.metadataUrl}
          onChange={(metadataUrl) => set({ metadataUrl })}
        />
      )}
      <CheckList
        label="Email domains"
        hint="Users with other addresses are refused. The operator of this service confirms domains."
        parameter="emailDomains"
        options={[...allowedDomains]}
        value={values.emailDomains}
        onChange={(emailDomains) => set({ emailDomains: [...emailDomains] })}
      />
      <GroupFields values={values} set={set} />
      <details class="details">
        <summary>Claims{values.type === 'oidc' && ' and scopes'}</summary>
        <div class="field-row">
          <TextField
            label="Claim with the groups"
            parameter="groupsClaim"
            spellcheck={false}
            value={values.groupsClaim}
            onChange={(groupsClaim) => set({ groupsClaim })}
          />
          <TextField
            label="Claim with the email"
            parameter="emailClaim"
            spellcheck={false}
            value={values.emailClaim}
            onChange={(emailClaim) => set({ emailClaim })}
          />
          {values.type === 'oidc' && (
            <TextField
              label="Scopes"
              hint="Okta needs groups, too."
              parameter="scopes"
              spellcheck={false}
              value={values.scopes}
              onChange={(scopes) => set({ scopes })}
            />
          )}
        </div>
      </details>
    </>
  );
};

interface ProviderFormProps {
  readonly shown: SingleSignOn;
  readonly onSaved: (saved: SingleSignOn) => void;
}

/** The first three steps: the protocol, what to enter at the provider, and what it shows. */
export const ProviderForm = ({ shown, onSaved }: ProviderFormProps) => {
  const { api, announce } = useConsole();
  const { connection, allowedDomains, redirectUrl, replyUrl, entityId } = shown;
  const draft = useDraft('single-sign-on', valuesOf(connection, allowedDomains));
  useDiscardOnLeave(draft);
  const [secret, setSecret] = useState('');
  const { values, set } = draft;
  const isOn = connection?.isOn === true;
  const submission = useSubmit(async (signal) => {
    onSaved(await api.request('PUT /single-sign-on', { body: bodyOf(values, secret) }, signal));
    draft.clear();
    announce(isOn ? 'Saved the groups.' : 'Saved. Now test the sign-in.');
  });
  return (
    <>
      {!isOn && (
        <>
          <section class="section" aria-labelledby="step-provider">
            <h2 id="step-provider">1. Choose the protocol</h2>
            <div class="card">
              <Segments
                legend="Protocol"
                options={TYPES}
                value={values.type}
                onChange={(type) => set({ type })}
              />
              <p class="hint">
                Microsoft Entra ID and Okta: OpenID Connect. Google Workspace sends groups by SAML only.{' '}
                <a href={`${DOCUMENTATION}/single-sign-on`}>Steps for each provider</a>
              </p>
            </div>
          </section>
          <section class="section" aria-labelledby="step-values">
            <h2 id="step-values">2. Enter these values at the provider</h2>
            {values.type === 'oidc' ? (
              <SecretValue label="Redirect URI" what="redirect URI" value={redirectUrl} />
            ) : (
              <>
                <SecretValue label="Reply or ACS URL" what="reply URL" value={replyUrl} />
                <SecretValue label="Entity id or audience" what="entity id" value={entityId} />
              </>
            )}
          </section>
        </>
      )}
      <section class="section" aria-labelledby="step-settings">
        <h2 id="step-settings">{isOn ? 'Groups' : '3. Enter what the provider shows'}</h2>
        <div class="card">
          <Form
            submission={submission}
            submitLabel={isOn ? 'Save groups' : 'Save'}
            busyLabel="Saving …"
            fields={FIELDS}
          >
            {isOn ? (
              <GroupFields values={values} set={set} />
            ) : (
              <ProviderFields shown={shown} values={values} set={set} secret={secret} onSecret={setSecret} />
            )}
          </Form>
        </div>
      </section>
    </>
  );
};
