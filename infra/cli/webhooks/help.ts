export const WEBHOOKS_HELP = `Manages the webhook endpoints of an organization, and what was delivered to them.

Usage: npm run webhooks -- COMMAND --organization ID [options]

  create         registers an endpoint and shows its signing secret, once
  list           shows all endpoints, newest first; never their secrets
  update         changes an endpoint, disables or enables it
  delete         deletes an endpoint; what is still on its way to it is dropped
  test           sends a test event to an endpoint, and says what came of it
  rotate-secret  makes a new signing secret; the old one signs alongside for 24 hours
  deliveries     shows the deliveries to an endpoint, of the newest event first
  delivery       shows one delivery with all its attempts and what it sends
  replay         delivers once more: one delivery, or what failed or was missed in a time range

  create --organization ID --url URL --events LIST [--description TEXT]
  list   --organization ID
  update ENDPOINT_ID --organization ID [--url URL] [--events LIST] [--description TEXT] [--enable | --disable]
  delete ENDPOINT_ID --organization ID
  test   ENDPOINT_ID --organization ID [--no-wait]
  rotate-secret ENDPOINT_ID --organization ID
  deliveries --organization ID --endpoint ENDPOINT_ID [--state STATE] [--after TIME] [--before TIME] [--limit N]
  delivery DELIVERY_ID --organization ID
  replay --organization ID --delivery DELIVERY_ID
  replay --organization ID --endpoint ENDPOINT_ID --after TIME --before TIME [--states LIST]

  --organization ID   the organization, a lower-case UUID
  --url URL           where events are sent: https, on the public internet
  --events LIST       comma-separated event types, such as 'person.*,call_list.locked', or '*' for all
  --description TEXT  what the endpoint is for, at most 200 characters; '' takes it away
  --no-wait           do not wait for the first attempt
  --state STATE       only deliveries that are failed, or missed (the endpoint was disabled)
  --after TIME, --before TIME
                      by the time of the event, such as 2027-01-31T00:00:00Z; both bounds are excluded
  --limit N           how many deliveries to show at the most (default: 20)
  --states LIST       comma-separated, of failed, missed, succeeded (default: failed,missed)
  --stack NAME        a deployed stack (default: the service that runs on this machine)
  --json              print one JSON document
  --help              print this

Exit code: 0 = done, 1 = failed.`;
