import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { howToSignIn, inviteUser } from './invite-user.ts';
import { emailOf, roleOf } from './options.ts';
import { connectOrganizations } from './organization-manager.ts';

/** `organizations invite`: invites a user to an organization. */
export const inviteToOrganization = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', default: 'member' },
    'show-password': { type: 'boolean' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const email = emailOf(values.email, '--email');
  const role = roleOf(values.role);
  const connected = await connectOrganizations(values.stack);
  if ((await connected.manager.get(organizationId)) === undefined) {
    throw new UsageError(
      `No organization has the id ${organizationId}. Create it with "organizations create".`,
    );
  }
  const person = await inviteUser(
    connected,
    { organizationId, email, role, showsPassword: values['show-password'] === true },
    operator(),
  );
  if (values.json === true) output.result(JSON.stringify({ organizationId, ...person }));
  else output.result(howToSignIn(person, connected));
};
