import { withSubcommands } from '../support/subcommands.ts';
import { createOrganization } from './create.ts';
import { ORGANIZATIONS_HELP } from './help.ts';
import { inviteToOrganization } from './invite.ts';
import { listOrganizations } from './list.ts';

/** `npm run organizations`: see {@link ORGANIZATIONS_HELP}. */
export const organizationsCommand = withSubcommands(
  { create: createOrganization, invite: inviteToOrganization, list: listOrganizations },
  ORGANIZATIONS_HELP,
);
