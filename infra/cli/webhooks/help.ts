export const WEBHOOKS_HELP = `Manages the webhook endpoints of an organization and their deliveries.

Usage: npm run webhooks -- COMMAND --organization ID [options]

  create         registers an endpoint and shows its signing secret once
  list           lists all endpoints, newest first; never shows their secrets
  update         changes, disables or enables an endpoint
  delete         deletes an endpoint and drops its pending deliveries
  test           sends a test event to an endpoint and shows the result
  rotate-secret  creates a new signing secret; the old one also signs for another 24 hours
  deliveries     lists the deliveries to an endpoint, newest event first
  delivery       shows a delivery with its attempts and payload
  replay         sends a delivery again, or all failed and missed ones of a time range

  create --organization ID --url URL --event-types LIST [--description TEXT] [--contact-details include|omit]
  list   --organization ID
  update ENDPOINT_ID --organization ID [--url URL] [--event-types LIST] [--description TEXT]
         [--contact-details include|omit] [--enable | --disable]
  delete ENDPOINT_ID --organization ID
  test   ENDPOINT_ID --organization ID [--no-wait]
  rotate-secret ENDPOINT_ID --organization ID
  deliveries --organization ID --endpoint ENDPOINT_ID [--state STATE] [--after TIME] [--before TIME] [--limit N]
  delivery DELIVERY_ID --organization ID
  replay --organization ID --delivery DELIVERY_ID
  replay --organization ID --endpoint ENDPOINT_ID --after TIME --before TIME [--states LIST]

  --organization ID   organization, a lower-case UUID
  --url URL           target of the events: an https URL on the public internet
  --event-types LIST  comma-separated event types, such as 'person.*,call_list.locked', or '*' for all
  --description TEXT  purpose of the endpoint, at most 200 characters; '' removes it
  --contact-details include|omit
                      whether deliveries contain emails, phones, street and LinkedIn of
                      people (default: include)
  --no-wait           do not wait for the first attempt
  --state STATE       only failed deliveries, or missed ones (while the endpoint was disabled)
  --after TIME, --before TIME
                      event time, such as 2027-01-31T00:00:00Z; both bounds are exclusive
  --limit N           maximum number of deliveries (default: 20)
  --states LIST       comma-separated list of failed, missed, succeeded (default: failed,missed)
  --stack NAME        deployed stack (default: the service on this machine)
  --json              print one JSON document
  --help              print this help

Exit code: 0 on success, 1 on failure.`;
