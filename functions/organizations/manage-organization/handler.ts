import { invalidRequest, ProblemError } from '../../../shared/contract/problems.ts';
import { ORGANIZATION_ROUTES } from '../../../shared/operations/admin-api/organizations.ts';
import { OrganizationConflictError } from '../../../shared/organizations/errors.ts';
import { readOrganization } from '../../../shared/organizations/organization.ts';
import { updateOrganization } from '../../../shared/organizations/update-organization.ts';
import { inviteNewUser, type UserDependencies } from '../../../shared/organizations/users/invite-user.ts';
import { listUsers } from '../../../shared/organizations/users/list-users.ts';
import { chooseOrganization } from '../../../shared/organizations/users/organizations-of-user.ts';
import { removeUser } from '../../../shared/organizations/users/remove-user.ts';
import { resendInvitation } from '../../../shared/organizations/users/resend-invitation.ts';
import { updateUser } from '../../../shared/organizations/users/update-user.ts';
import { viewOfUser } from '../../../shared/organizations/users/user.ts';
import { sortedPosition } from '../../../shared/table/paging/sorted-page.ts';
import { type AdminOperation, adminOperation, forAdminsTo } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { requireFound } from '../../http/not-found.ts';
import { createGetSession } from './get-session.ts';
import { noteCaller } from './note-caller.ts';
import { viewOfOrganization } from './organization-view.ts';
import { createPreviewRetention } from './preview-retention.ts';
import { requireTimeZone } from './time-zone.ts';

const managingUsers = forAdminsTo('manage users');
const managingOrganization = forAdminsTo('manage the organization');

interface Dependencies extends UserDependencies {
  /** How long the service keeps events. */
  readonly maxEventRetentionDays: number;
}

const requireAtMost = (maximum: number, days: number | null): number | null => {
  if (days === null || days <= maximum) return days;
  const detail = `must be at most ${maximum}, the days for which this service keeps events`;
  throw invalidRequest([{ parameter: 'eventRetentionDays', detail }]);
};

export const createOperations = (dependencies: Dependencies): readonly AdminOperation[] => {
  const { reader, maxEventRetentionDays: maximum } = dependencies;
  return [
    adminOperation(ORGANIZATION_ROUTES.getSession, createGetSession(dependencies, maximum)),
    adminOperation(ORGANIZATION_ROUTES.chooseOrganization, async ({ principal, body }) => {
      const { actor, organizationId: current } = principal;
      const chosen = await chooseOrganization(dependencies, { actor, current }, body.id);
      return { body: requireFound(chosen, 'organization') };
    }),
    managingUsers(ORGANIZATION_ROUTES.listUsers, async (request) => {
      const { organizationId } = request.principal;
      const { limit, cursor, search, role, status: statuses, sort: order } = request.query;
      const scope = ['users', organizationId, search, role, [...statuses].toSorted().join(), order];
      const position = positionOf(scope, cursor, sortedPosition);
      // Otherwise the caller would appear as invited until the next request.
      await noteCaller(dependencies, request.principal);
      const asked = { search, role, statuses, order, limit, position };
      const { items, totalCount, next: end } = await listUsers(reader, organizationId, asked);
      const next = nextPage(scope, end, request);
      return { body: { totalCount, items: items.map(viewOfUser), ...next.body }, headers: next.headers };
    }),
    managingUsers(ORGANIZATION_ROUTES.inviteUser, async ({ principal: { organizationId, actor }, body }) => {
      const user = await inviteNewUser(dependencies, { organizationId, ...body }, actor);
      return { status: 201, body: viewOfUser(user) };
    }),
    managingUsers(
      ORGANIZATION_ROUTES.updateUser,
      async ({ principal: { organizationId, actor }, id, query: grants, body }) => {
        const { role, isDisabled, isRemoved } = body;
        const changes = {
          ...(role === undefined ? {} : { role }),
          ...(isDisabled === undefined ? {} : { isDisabled }),
        };
        const options = { actor, grants };
        const user = isRemoved
          ? await removeUser(dependencies, organizationId, id, options)
          : await updateUser(dependencies, organizationId, id, changes, options);
        return { body: viewOfUser(requireFound(user, 'user')) };
      },
    ),
    managingUsers(
      ORGANIZATION_ROUTES.resendInvitation,
      async ({ principal: { organizationId, actor }, id }) => {
        const user = await resendInvitation(dependencies, organizationId, id, actor);
        return { status: 202, body: viewOfUser(requireFound(user, 'user')) };
      },
    ),
    managingOrganization(ORGANIZATION_ROUTES.getOrganization, async ({ principal: { organizationId } }) => {
      const organization = await readOrganization(reader, organizationId, { consistentRead: true });
      return { body: viewOfOrganization(organizationId, organization, maximum) };
    }),
    managingOrganization(ORGANIZATION_ROUTES.previewRetention, createPreviewRetention(reader)),
    managingOrganization(
      ORGANIZATION_ROUTES.updateOrganization,
      async ({ principal: { organizationId, actor }, body }) => {
        const { name, timeZone, membersSeeData, recordRetentionDays, eventRetentionDays: days } = body;
        const changes = {
          ...(name === undefined ? {} : { name }),
          ...(timeZone === undefined ? {} : { timeZone: timeZone && (await requireTimeZone(timeZone)) }),
          ...(membersSeeData === undefined ? {} : { membersSeeData }),
          ...(recordRetentionDays === undefined ? {} : { recordRetentionDays }),
          ...(days === undefined ? {} : { eventRetentionDays: requireAtMost(maximum, days) }),
        };
        const organization = await updateOrganization(dependencies, organizationId, changes, actor);
        return { body: viewOfOrganization(organizationId, organization, maximum) };
      },
    ),
  ];
};

const NOT_MAILED =
  'The invitation could not be sent by email. Retry after the `Retry-After` delay by resending the ' +
  'invitation; if that does not help, contact the operator of this service.';

const TOO_MANY_MAILS =
  'The service has reached its daily email limit. The user exists: ' +
  'resend the invitation tomorrow, or ask the operator of this service to configure a sender.';

const REMOVED =
  'The operator of this service has removed the user. Invite the email address again to replace the user.';

/** Translates the errors of user operations into problems of the API. */
export const toUserProblem = (error: unknown): unknown => {
  if (error instanceof OrganizationConflictError) return new ProblemError('conflict', error.message);
  const name = error instanceof Error ? error.name : '';
  if (name === 'UserNotFoundException') return new ProblemError('conflict', REMOVED);
  // Cognito's own sender has a daily limit:
  // https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html
  if (name === 'LimitExceededException')
    return new ProblemError('conflict', TOO_MANY_MAILS, { cause: error });
  if (name === 'CodeDeliveryFailureException') {
    return new ProblemError('service-unavailable', NOT_MAILED, {
      headers: { 'Retry-After': '60' },
      cause: error,
    });
  }
  // Cognito accepts fewer addresses than this API.
  if (name === 'InvalidParameterException' && /email/i.test(String(error))) {
    return invalidRequest([{ parameter: 'email', detail: 'is not an email address that can be invited' }]);
  }
  return error;
};
