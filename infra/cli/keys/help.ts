import { PERMISSIONS } from '../../../shared/contract/permissions.ts';

export const KEYS_HELP = `Manages the API keys of an organization.

Usage: npm run keys -- COMMAND --organization ID [options]

  create   creates a key and shows it once
  list     lists all keys, newest first, including revoked ones; never shows the keys themselves
  update   renames a key, or changes its permissions from the next request, or its plan within a minute
  rotate   replaces a key by a new one; the old one stays active for a grace period, and both share limits
  revoke   revokes a key immediately, and lists the keys that were rotated to it and are still active

  create --organization ID --name NAME [--permissions LIST] [--expires TIME] [--plan PLAN]
  list   --organization ID
  update KEY_ID --organization ID [--name NAME] [--permissions LIST] [--plan PLAN]
  rotate KEY_ID --organization ID --grace TIME
  revoke KEY_ID --organization ID [--with-predecessors]

  --organization ID    organization, a lower-case UUID
  --name NAME          purpose of the key, 1 to 100 characters
  --permissions LIST   comma-separated list of ${PERMISSIONS.join(', ')}
                       (default: none); without person.contact:read, the key sees people without emails,
                       phones, street and LinkedIn
  --expires TIME       when the key expires, such as 2027-01-31T00:00:00Z (default: never)
  --plan PLAN          usage plan that limits the key (default: standard)
  --grace TIME         how long the old key stays active: 0s to 30d, such as 30m, 12h or 7d
  --with-predecessors  also revoke the keys that were rotated to this one
  --stack NAME         deployed stack (default: the service on this machine)
  --json               print one JSON document
  --help               print this help

Exit code: 0 on success, 1 on failure.`;
