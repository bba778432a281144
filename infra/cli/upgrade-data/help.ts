export const UPGRADE_DATA_HELP = `Upgrades data that the previous version of the service stored.

Usage: npm run upgrade-data [-- options]

  --stack NAME  deployed stack (default: the service on this machine)
  --json        print one JSON document
  --help        print this help

Lists and counts each person, company, call list and entry that the previous version stored, so that the
collections include it. Until then, the collections return 503; single records can be read. Changes no record
but its changedAt, and causes no events. Also stores the users of the user pool, so that the console lists
them.

Run it once after the deployment. The service keeps running, and imports with the new version may run. It
scans the table twice, to upgrade and to verify. It can be interrupted and repeated at any time, and skips what
is done.

Exit code: 0 = all collections are complete, 1 = failed, 2 = some are incomplete: the output says why.`;
