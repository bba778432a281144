import { EVENT_PATTERNS } from '../../../shared/contract/event-types.ts';

export const WEBHOOKS_HELP = `Manages the webhook endpoints of an organization, and what was delivered to them.

Usage: npm run webhooks -- COMMAND --organization ID [options]

  create         registers an endpoint, and shows its signing secret, once
  list           shows all endpoints, newest first; never the secrets
  update         changes, disables or enables an endpoint
  delete         deletes an endpoint: nothing is sent to it any more
  rotate-secret  makes a new signing secret; the old one signs as well for 24 hours
  test           sends a test event, and says what came of it
  deliveries     shows what was delivered, newest first
  delivery       shows one delivery with its attempts and what it sends
  replay         delivers an event again
  replay-range   delivers again what failed or was missed in a range of time

  create --organization ID --url URL --events LIST [--description TEXT]
  list   --organization ID
  update ENDPOINT_ID --organization ID [--url URL] [--events LIST] [--description TEXT] [--enable | --disable]
  delete ENDPOINT_ID --organization ID
  rotate-secret ENDPOINT_ID --organization ID
  test   ENDPOINT_ID --organization ID
  deliveries ENDPOINT_ID --organization ID [--state STATE] [--after TIME] [--before TIME] [--limit N]
  delivery DELIVERY_ID --organization ID
  replay DELIVERY_ID --organization ID
  replay-range ENDPOINT_ID --organization ID --after TIME --before TIME [--states LIST]

  --organization ID   the organization, a lower-case UUID
  --url URL           where to send events: https, and nothing private
  --events LIST       comma-separated, of ${EVENT_PATTERNS.join(', ')}
  --description TEXT  what the endpoint is for, 1 to 200 characters; "" for none
  --state STATE       only deliveries that failed or were missed
  --states LIST       comma-separated, of failed, missed, succeeded (default: failed,missed)
  --after TIME        only events after this time, such as 2027-01-31T00:00:00Z
  --before TIME       only events before this time
  --limit N           deliveries to show at the most, 1 to 500 (default: 20)
  --stack NAME        a deployed stack (default: the service that runs on this machine)
  --json              print one JSON document
  --help              print this

Exit code: 0 = done, 1 = failed.`;
