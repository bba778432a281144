export const IMPORT_HELP = `Imports people, companies and call lists into an organization.

Usage: npm run import -- --organization ID [--companies FILE] [--people FILE] [--call-lists FILE] [options]

Files are CSV (comma, semicolon or tab; UTF-8) or JSON Lines in the shapes that the API returns, and are
imported in the order companies, people, call lists. At least one is needed.

  --organization ID   the organization, a lower-case UUID
  --companies FILE    one company a row
  --people FILE       one person a row
  --call-lists FILE   one entry a row (CSV) or one call list with entries a line (JSON Lines)
  --map MAPPING       what columns hold that are not recognised by name: 'Column=field,Other column=field'.
                      Write \\, and \\= for those that belong to a name, or put it in double quotes.
                      "id" is the record's id in its source. An unknown field is answered with all there are.
  --source NAME       the system that the files come from (default: import). Records keep their identity
                      within one source, and files refer to each other by its ids.
  --region REGION     whose national phone formats to understand, such as US (default: only +… numbers)
  --dry-run           read, compare and report, but write nothing
  --silent            write without events, so that no webhook is called
  --rejects FILE      write rejected rows to this CSV file: file, line, reason, row
  --stack NAME        a deployed stack (default: the service that runs on this machine)
  --json              print the report as one JSON document
  --help              print this

An import can be stopped and repeated at any time. Only what differs is written. Fields that a file has no
column for keep their value; a blank cell empties its field. Columns that fill no field become custom fields.

Exit code: 0 = all rows are in, 1 = failed, 2 = done, but some rows were rejected.`;
