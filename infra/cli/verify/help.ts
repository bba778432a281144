export const VERIFY_HELP = `Verifies a deployed stack with a smoke test.

Usage: npm run verify -- [options]

Creates an organization with an admin, records, an API key and a webhook endpoint, checks each step from sign-in to
webhook deliveries through the public APIs, and removes everything again, also after a failure or Ctrl-C. What a
killed run left is removed by the next run, once it is 30 minutes old.

  --stack NAME      deployed stack (default: the service on this machine)
  --api-url URL     base URL of the data API (default: the stack's ApiUrl); needed while the DNS record of a custom
                    domain does not exist yet
  --admin-url URL   base URL of the admin API (default: the stack's AdminUrl)
  --json            print one JSON document
  --help            print this help

Exit code: 0 if all checks passed, 1 otherwise.`;
