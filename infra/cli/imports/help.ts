export const IMPORT_HELP = `Imports people, companies and call lists into an organization.

Usage: npm run import -- --organization ID [--companies FILE] [--people FILE] [--call-lists FILE] [options]

Files are CSV (comma, semicolon or tab; UTF-8) or JSON Lines in the shapes that the API returns, optionally
compressed with gzip. They are imported in the order companies, people, call lists. At least one is needed.

  --organization ID   the organization, a lower-case UUID
  --companies FILE    one company a row
  --people FILE       one person a row
  --call-lists FILE   one entry a row (CSV) or one call list with entries a line (JSON Lines)
  --map MAPPING       the fields of columns that are not recognized by name: 'Column=field,Other=field'.
                      Escape commas and equals signs in names as \\, and \\=, or put the name in double
                      quotes.
                      "id" is the record's id in its source. An unknown field prints the list of fields.
  --source NAME       the system that the files come from (default: import). Records keep their identity
                      within one source, and files refer to each other by its ids.
  --region REGION     the country of phone numbers without a country code, such as US (default: only +… numbers)
  --date-format ORDER dmy (31/1/2026) or mdy (1/31/2026). Default: per column, if its values leave only one
                      order. ISO 8601 dates and those with the name of a month need none.
  --merge-rows        merge several rows of one person or company, instead of rejecting all but the first
  --create-companies  create companies that people name and that are not stored
  --strict            reject a row with an unreadable cell (default: import it without the cell, and warn)
  --dry-run           read, compare and report, with three values of each column, but write nothing
  --delete-missing    after the import, delete the people and companies that earlier imports of the same source
                      created and that are no longer in the file; the files must be complete exports. Deletes
                      nothing if a row was rejected. With --dry-run, prints the ids
  --confirm-deletions N
                      the number of deletions, needed if they are more than 10 % of the records of the source
  --silent            keep the changes from webhooks; the event feed marks them
  --rejects FILE      write rejected rows to this CSV file: file, line, reason, row
  --warnings FILE     write warnings to this CSV file: file, line, field, value, reason
  --ids FILE          write the id of each imported row to this CSV file: kind, source, sourceId, id, file,
                      line; with --json, "-" puts them into the report
  --stack NAME        a deployed stack (default: the service on this machine)
  --json              print the report as one JSON document
  --help              print this

Before it writes, an import prints what each column becomes. It can be stopped and repeated at any time. Only
what differs is written. Fields that a file has no column for keep their value; a blank cell empties its field.
Columns that fill no field become custom fields.

Exit code: 0 = all rows are imported, 1 = failed, 2 = done, but a row was rejected, a file has no rows, or
--delete-missing stopped.`;
