export const ORGANIZATIONS_HELP = `Manages organizations and who may sign in for them.

Usage: npm run organizations -- COMMAND [options]

  create   makes an organization and invites its first admin
  invite   invites a user, or gives one another role
  list     shows all organizations

  create --name NAME --admin-email EMAIL [--organization ID] [--show-password]
  invite --organization ID --email EMAIL [--role ROLE] [--show-password]
  list

  --name NAME          what the organization is called, 1 to 200 characters
  --admin-email EMAIL  the address that its first admin signs in with
  --email EMAIL        the address that the user signs in with
  --organization ID    a lower-case UUID; for create: the one to use, such as that of data that are imported already
                       (default: a new one)
  --role ROLE          admin (grants permissions, sees all keys and the audit log) or member (default: member)
  --show-password      prints a temporary password instead of having it mailed; always so for the service that runs
                       on this machine, which cannot mail
  --stack NAME         a deployed stack (default: the service that runs on this machine)
  --json               print one JSON document
  --help               print this

Whatever was interrupted can be repeated: what is there already stays as it is.

Exit code: 0 = done, 1 = failed.`;
