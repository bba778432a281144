export const RECORDS_HELP = `Shows, deletes and erases stored people, companies and call lists.

Usage: npm run records -- COMMAND --organization ID (--id ID | --external-id SOURCE:ID) [options]

  show     prints the person, company or call list
  delete   deletes it immediately, a call list with its entries; the entries of a deleted person or company stay
  erase    deletes a person and removes the person's data from call list entries, the event feed and webhook
           deliveries, also if the person was deleted before; reports what remains where, and for how long

  show   --organization ID (--id ID | --external-id SOURCE:ID) [--kind KIND]
  delete --organization ID (--id ID | --external-id SOURCE:ID) [--kind KIND]
  erase  --organization ID (--id ID | --external-id SOURCE:ID)

  --organization ID        the organization, a lower-case UUID
  --external-id SOURCE:ID  the source that the record was imported with (--source) and its id there, such as
                           hubspot:123; a person and a company of the same source may share an id: show prints
                           both, delete needs --kind
  --id ID                  the record's id in this service
  --kind KIND              person, company or call-list (default: any)
  --stack NAME             a deployed stack (default: the service on this machine)
  --json                   print one JSON document
  --help                   print this

Deletions and erasures cannot be undone. They publish person.deleted, company.deleted, call_list.deleted and
call_list_entry.deleted with the last state, or person.erased with the id alone, and appear in the audit log.
erase reads the whole table once, at about 250 read units per MB.

Exit code: 0 = done, 1 = not found or failed.`;
