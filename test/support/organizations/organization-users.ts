import { runToolHere } from '../service/command-here.ts';

/** How the command-line tools find a service: flags and environment. */
export interface ToolOptions {
  readonly toolArguments: readonly string[];
  readonly toolEnvironment: Readonly<Record<string, string>>;
}

/** A user who can sign in. */
export interface SampleUser {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

export interface OrganizationUsers {
  readonly admin: SampleUser;
  readonly member: SampleUser;
}

interface InvitedUser {
  readonly userId: string;
  readonly email: string;
  readonly temporaryPassword: string;
}

const userOf = ({ userId, email, temporaryPassword }: InvitedUser): SampleUser => ({
  userId,
  email,
  password: temporaryPassword,
});

const commonArguments = (organizationId: string, { toolArguments }: ToolOptions): readonly string[] => [
  '--organization',
  organizationId,
  '--show-password',
  ...toolArguments,
];

const emailOf = (role: string, organizationId: string): string => `${role}@${organizationId}.example`;

/** Creates an organization with an admin, who can sign in with the temporary password. */
export const createOrganizationAdmin = async (
  organizationId: string,
  tools: ToolOptions,
): Promise<SampleUser> => {
  const email = emailOf('admin', organizationId);
  const { admin } = await runToolHere<{ admin: InvitedUser }>(
    'organizations',
    ['create', '--name', 'Tests', '--admin-email', email, ...commonArguments(organizationId, tools)],
    tools.toolEnvironment,
  );
  return userOf(admin);
};

/** Creates an organization with an admin and a member. */
export const createOrganizationUsers = async (
  organizationId: string,
  tools: ToolOptions,
): Promise<OrganizationUsers> => {
  const admin = await createOrganizationAdmin(organizationId, tools);
  const email = emailOf('member', organizationId);
  const member = await runToolHere<InvitedUser>(
    'organizations',
    ['invite', '--email', email, '--role', 'member', ...commonArguments(organizationId, tools)],
    tools.toolEnvironment,
  );
  return { admin, member: userOf(member) };
};
