import { runTool } from './command.ts';

/** What makes the command line tools find a service: flags and environment. */
export interface ToolOptions {
  readonly toolArguments: readonly string[];
  readonly toolEnvironment: Readonly<Record<string, string>>;
}

/** Somebody who can sign in. */
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

/** Makes an organization with an admin and a member, who can sign in with their temporary passwords. */
export const createOrganizationUsers = async (
  organizationId: string,
  tools: ToolOptions,
): Promise<OrganizationUsers> => {
  const script = 'infra/cli/organizations/main.ts';
  const common = ['--organization', organizationId, '--show-password', ...tools.toolArguments];
  const emailOf = (role: string): string => `${role}@${organizationId}.example`;
  const { admin } = await runTool<{ admin: InvitedUser }>(
    script,
    ['create', '--name', 'Tests', '--admin-email', emailOf('admin'), ...common],
    tools.toolEnvironment,
  );
  const member = await runTool<InvitedUser>(
    script,
    ['invite', '--email', emailOf('member'), '--role', 'member', ...common],
    tools.toolEnvironment,
  );
  return { admin: userOf(admin), member: userOf(member) };
};
