export const KEYS_HELP = `Manages the API keys of an organization.

Usage: npm run keys -- COMMAND --organization ID [options]

  create   makes a key and shows it, once
  list     shows all keys, revoked ones included, newest first; never the keys themselves
  update   renames a key, or gives it other permissions or another plan, from the next request on
  rotate   makes a new key in place of an old one, which goes on working for a while
  revoke   makes a key useless at once

  create --organization ID --name NAME [--permissions LIST] [--expires TIME] [--plan PLAN]
  list   --organization ID
  update KEY_ID --organization ID [--name NAME] [--permissions LIST] [--plan PLAN]
  rotate KEY_ID --organization ID --grace TIME
  revoke KEY_ID --organization ID

  --organization ID    the organization, a lower-case UUID
  --name NAME          what the key is for, 1 to 100 characters
  --permissions LIST   comma-separated, of person:read, company:read, call-list:read (default: none)
  --expires TIME       when the key stops working, such as 2027-01-31T00:00:00Z (default: never)
  --plan PLAN          the usage plan that limits it (default: standard)
  --grace TIME         how long the old key goes on working: from 0s to 30d, such as 30m, 12h or 7d
  --stack NAME         a deployed stack (default: the service that runs on this machine)
  --json               print one JSON document
  --help               print this

Exit code: 0 = done, 1 = failed.`;
