export const RECORDS_HELP = `Looks at stored people, companies and call lists.

Usage: npm run records -- COMMAND [options]

  show     prints the person, company or call list with an id

  show --organization ID (--external-id SOURCE:ID | --id ID)

  --organization ID        the organization, a lower-case UUID
  --external-id SOURCE:ID  the source that the record was imported with (--source) and its id there, such as
                           hubspot:123; a person and a company of the same source may share an id: both are printed
  --id ID                  the record's id in this service
  --stack NAME             a deployed stack (default: the service on this machine)
  --json                   print one JSON document
  --help                   print this

Exit code: 0 = found, 1 = not found or failed.`;
