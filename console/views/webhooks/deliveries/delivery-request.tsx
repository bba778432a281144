import { useState } from 'preact/hooks';
import type { DeliveryWithPayload } from '../../../api/types.ts';
import { deliveryCurl } from '../../../parts/curl-command.ts';
import { TextField } from '../../../parts/field.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { DOCUMENTATION } from '../../../routing/route.ts';
import { formatted } from './format-body.ts';

type Request = NonNullable<DeliveryWithPayload['request']>;

const SIGNATURE = 'webhook-signature';

const headerLines = ({ headers }: Request): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n');

/** Explains the one header that is not shown. */
const SignatureCheck = () => (
  <details class="details">
    <summary>Signature check</summary>
    <p>
      Each attempt also has the header <code>{SIGNATURE}</code>, which is not stored: <code>v1,</code> and the
      Base64 of the HMAC-SHA256 of <code>webhook-id.webhook-timestamp.body</code>, with the signing secret as
      the key. If your check fails, compare these first:
    </p>
    <ul>
      <li>The body must be the bytes as received. Parsing and printing the JSON again changes them.</li>
      <li>
        The key is the part of the secret after <code>whsec_</code>, decoded from Base64.
      </li>
      <li>The clock of the receiver must be right to within five minutes.</li>
    </ul>
    <p>
      <a href={`${DOCUMENTATION}/verifying-webhooks`} target="_blank" rel="noopener">
        Verifying webhooks<span class="visually-hidden"> (in a new tab)</span>
      </a>{' '}
      has the code in five languages.
    </p>
  </details>
);

/** A command that repeats the request, without a signature, to an address of the user's own. */
const RepeatCommand = ({ request }: { readonly request: Request }) => {
  const [address, setAddress] = useState('http://localhost:8080/');
  return (
    <>
      <h3>Repeat it elsewhere</h3>
      <TextField
        label="Address"
        hint="The command has no signature: switch the check off there, or replay the delivery instead."
        type="url"
        value={address}
        onChange={setAddress}
      />
      <SecretValue label="Command" what="command" value={deliveryCurl(address, request)} class="text-block" />
    </>
  );
};

/** The request of a delivery as it was sent, with what helps to receive it. */
export const DeliveryRequest = ({ request }: { readonly request: Request | null }) => (
  <section class="section" aria-labelledby="request">
    <h2 id="request">Request</h2>
    {request === null ? (
      <p class="muted">The event is no longer stored, or was too large. Read the resource by its id.</p>
    ) : (
      <>
        <SecretValue label="Headers" what="headers" value={headerLines(request)} class="text-block" />
        <SecretValue
          label="Body"
          what="body"
          value={request.body}
          shown={formatted(request.body)}
          class="text-block"
        />
        <SignatureCheck />
        <RepeatCommand request={request} />
      </>
    )}
  </section>
);
