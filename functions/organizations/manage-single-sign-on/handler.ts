import type * as z from 'zod/mini';
import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import type { putSingleSignOnBody } from '../../../shared/contract/organizations/single-sign-on-bodies.ts';
import { invalidRequest, ProblemError } from '../../../shared/contract/problems.ts';
import { ORGANIZATION_ROUTES } from '../../../shared/operations/admin-api/organizations.ts';
import { OrganizationConflictError } from '../../../shared/organizations/errors.ts';
import { DEFAULT_SCOPES } from '../../../shared/organizations/federation/cognito-provider.ts';
import {
  type ProviderSettings,
  type SingleSignOn,
  viewOfConnection,
} from '../../../shared/organizations/federation/connection.ts';
import {
  getSingleSignOn,
  putSingleSignOn,
  removeSingleSignOn,
  type SingleSignOnDependencies,
  SingleSignOnSettingError,
  switchSingleSignOn,
} from '../../../shared/organizations/federation/single-sign-on.ts';
import { type AdminOperation, forAdminsTo } from '../../http/admin-api.ts';

const managing = forAdminsTo('manage single sign-on');

interface Dependencies extends SingleSignOnDependencies {
  readonly userPoolId: string;
  readonly signInUrl: string;
  readonly consoleUrl: string;
  /** Whether the operator has enabled it for this stage. */
  readonly isEnabled: boolean;
}

const NOT_ENABLED =
  'The operator of this service has not enabled single sign-on that admins set up. Ask the operator to.';

const required = (parameter: string, value: string | undefined, what: string): string => {
  if (value !== undefined) return value;
  throw invalidRequest([{ parameter, detail: `must be ${what}` }]);
};

/** How Cognito reaches the provider, with what its protocol needs. */
const settingsOf = (body: z.infer<typeof putSingleSignOnBody>): ProviderSettings => {
  const { type, issuer, clientId, scopes = DEFAULT_SCOPES, metadataUrl } = body;
  const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
  return type === 'saml'
    ? {
        type,
        address: required('metadataUrl', metadataUrl, 'the https URL of the metadata'),
        clientId: null,
        scopes: null,
      }
    : {
        type,
        address: withoutSlash(required('issuer', issuer, 'the https URL of the issuer')),
        clientId: required('clientId', clientId, 'the client id at the provider'),
        scopes: [...new Set(['openid', ...scopes])],
      };
};

export const createOperations = (dependencies: Dependencies): readonly AdminOperation[] => {
  const { userPoolId, signInUrl, consoleUrl, isEnabled } = dependencies;
  const view = (stored: SingleSignOn | undefined): AdminResponseBody<'SingleSignOn'> => ({
    isAllowed: isEnabled && stored !== undefined,
    allowedDomains: [...(stored?.allowedDomains ?? [])],
    redirectUrl: `${signInUrl}/oauth2/idpresponse`,
    replyUrl: `${signInUrl}/saml2/idpresponse`,
    entityId: `urn:amazon:cognito:sp:${userPoolId}`,
    connection:
      stored === undefined || stored.connection === null
        ? null
        : viewOfConnection(stored.connection, consoleUrl),
  });
  const requireEnabled = (): void => {
    if (!isEnabled) throw new ProblemError('conflict', NOT_ENABLED);
  };
  return [
    managing(ORGANIZATION_ROUTES.getSingleSignOn, async ({ principal: { organizationId } }) => ({
      body: view(await getSingleSignOn(dependencies, organizationId)),
    })),
    managing(ORGANIZATION_ROUTES.putSingleSignOn, async ({ principal: { organizationId, actor }, body }) => {
      requireEnabled();
      const { emailDomains, emailClaim = 'email', groupsClaim = 'groups', clientSecret } = body;
      const entered = {
        settings: settingsOf(body),
        clientSecret,
        emailDomains,
        ...{ emailClaim, groupsClaim },
        groups: { admin: body.adminGroups, member: body.memberGroups },
      };
      return { body: view(await putSingleSignOn(dependencies, organizationId, entered, actor)) };
    }),
    managing(
      ORGANIZATION_ROUTES.updateSingleSignOn,
      async ({ principal: { organizationId, actor }, body: { isOn } }) => {
        if (isOn) requireEnabled();
        return { body: view(await switchSingleSignOn(dependencies, organizationId, isOn, actor)) };
      },
    ),
    managing(ORGANIZATION_ROUTES.deleteSingleSignOn, async ({ principal: { organizationId, actor } }) => {
      requireEnabled();
      return { body: view(await removeSingleSignOn(dependencies, organizationId, actor)) };
    }),
  ];
};

const LIMIT =
  'The service has reached its number of identity providers. Contact the operator of this service.';

/** Translates errors of single sign-on, and of Cognito, into problems of the API. */
export const toSingleSignOnProblem = (error: unknown): unknown => {
  if (error instanceof OrganizationConflictError) return new ProblemError('conflict', error.message);
  if (error instanceof SingleSignOnSettingError) {
    return invalidRequest([{ parameter: error.setting, detail: error.message }]);
  }
  const name = error instanceof Error ? error.name : '';
  if (name === 'LimitExceededException') return new ProblemError('conflict', LIMIT, { cause: error });
  if (name === 'ConcurrentModificationException') {
    return new ProblemError('conflict', 'Single sign-on was modified concurrently. Retry.', { cause: error });
  }
  // Cognito reads the configuration of the provider.
  if (name === 'InvalidParameterException') {
    return new ProblemError(
      'conflict',
      'The user pool does not accept this identity provider. Check that its address is right, and that it ' +
        'can be reached from the internet.',
      { cause: error },
    );
  }
  return error;
};
