import { randomUUID } from 'node:crypto';
import { OrganizationExistsError } from '../../../shared/organizations/manage.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { howToSignIn, inviteUser } from './invite-user.ts';
import { emailOf, organizationNameOf } from './options.ts';
import { connectOrganizations } from './organization-manager.ts';

/** `organizations create`: creates an organization and invites its first admin. */
export const createOrganization = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    name: { type: 'string' },
    'admin-email': { type: 'string' },
    organization: { type: 'string' },
    'show-password': { type: 'boolean' },
    stack: { type: 'string' },
  });
  const name = organizationNameOf(values.name);
  const email = emailOf(values['admin-email'], '--admin-email');
  const id = values.organization === undefined ? randomUUID() : organizationOf(values.organization);
  const connected = await connectOrganizations(values.stack);
  const organization = await connected.manager.create({ id, name }, operator()).catch((error: unknown) => {
    throw error instanceof OrganizationExistsError ? new UsageError(error.message) : error;
  });
  const admin = await inviteUser(
    connected,
    { organizationId: id, email, role: 'admin', showsPassword: values['show-password'] === true },
    operator(),
  );
  if (values.json === true) {
    output.result(JSON.stringify({ ...organization, admin }));
    return;
  }
  output.result(
    [
      `The organization "${name}" has the id ${id}. Pass it to other commands with --organization.`,
      howToSignIn(admin, connected),
    ].join('\n'),
  );
};
