import {
  ARN_TARGETS,
  DESTINATIONS,
  hasField,
  ROLE_EXAMPLE,
} from '../../../../shared/contract/webhooks/destinations.ts';
import { parseHeaderLines } from '../../../../shared/contract/webhooks/header-lines.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_URL_LENGTH,
  PAYLOADS,
  type Payload,
  SIGNATURES,
  type Signature,
} from '../../../../shared/contract/webhooks/webhook-limits.ts';
import type { Endpoint, NewEndpoint } from '../../../api/types.ts';
import { Checkbox, Choices } from '../../../parts/choices.tsx';
import { TextAreaField, TextField } from '../../../parts/field.tsx';
import { DraftDialog, type DraftDialogProps } from '../../../parts/form.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { hrefOf } from '../../../routing/route.ts';
import { WEBHOOKS_PATH } from '../webhook-paths.ts';
import { EventsField } from './events-field.tsx';
import { NeededPolicies } from './role-policies.tsx';
import { SignatureField } from './signature-field.tsx';

/** The input of the form. */
interface EndpointValues extends Pick<NewEndpoint, 'url' | 'eventTypes'> {
  readonly roleArn: string;
  readonly description: string;
  readonly includesContactDetails: boolean;
  /** JSON. */
  readonly filter: string;
  /** A line for each. */
  readonly headers: string;
  readonly maxPerSecond: string;
  readonly payload: Payload;
  /** Only of a new endpoint: later, a rotation changes it. */
  readonly signature?: Signature;
}

const PAYLOAD_TEXTS = { full: 'Whole event', thin: 'Ids only' } as const satisfies Record<Payload, string>;

/** The form of an endpoint, whose headers show their names only. */
export const endpointValues = (endpoint: Endpoint | undefined): EndpointValues => ({
  url: endpoint?.url ?? '',
  roleArn: endpoint?.roleArn ?? '',
  description: endpoint?.description ?? '',
  eventTypes: endpoint?.eventTypes ?? ['*'],
  includesContactDetails: endpoint?.includesContactDetails ?? true,
  filter: endpoint?.filter == null ? '' : JSON.stringify(endpoint.filter, undefined, 2),
  headers: (endpoint?.headers ?? []).map(({ name }) => `${name}:`).join('\n'),
  maxPerSecond: String(endpoint?.maxPerSecond ?? ''),
  payload: endpoint?.payload ?? PAYLOADS[0],
  ...(endpoint === undefined && { signature: SIGNATURES[0] }),
});

/** JSON, or the text itself, for which the service names the format. */
const jsonOf = (text: string): NewEndpoint['filter'] => {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return JSON.parse(JSON.stringify(text));
  }
};

interface EndpointFormProps extends Omit<DraftDialogProps<EndpointValues>, 'fields' | 'save' | 'children'> {
  readonly save: (endpoint: NewEndpoint, signal: AbortSignal) => Promise<void>;
}

/** The dialog to create or edit an endpoint. */
export const EndpointForm = ({ save, ...dialog }: EndpointFormProps) => (
  <DraftDialog
    {...dialog}
    remedy={['Show the endpoints', hrefOf(WEBHOOKS_PATH)]}
    fields={[
      'url',
      'roleArn',
      'description',
      'eventTypes',
      'includesContactDetails',
      'filter',
      'headers',
      'maxPerSecond',
      'payload',
      'signature',
    ]}
    save={({ roleArn, description, filter, headers, maxPerSecond, signature, ...choices }, signal) => {
      const url = choices.url.trim();
      // Not those of another destination, which the form had shown before.
      const own = {
        roleArn: hasField(url, 'roleArn') ? roleArn.trim() || null : null,
        headers: hasField(url, 'headers') ? [...parseHeaderLines(headers)] : [],
        ...(signature !== undefined && hasField(url, 'signature') && { signature }),
      };
      const typed = {
        description: description.trim() || null,
        filter: jsonOf(filter),
        maxPerSecond: maxPerSecond.trim() === '' ? null : Number(maxPerSecond),
      };
      return save({ ...choices, ...typed, ...own, url }, signal);
    }}
  >
    {(
      {
        url,
        roleArn,
        description,
        eventTypes,
        includesContactDetails,
        filter,
        headers,
        maxPerSecond,
        payload,
        signature,
      },
      set,
    ) => (
      <>
        <TextField
          label="URL or ARN"
          hint={`A public https URL of your system, or the ARN of ${ARN_TARGETS}.`}
          parameter="url"
          required
          maxLength={MAX_URL_LENGTH}
          placeholder={DESTINATIONS.https.example}
          value={url}
          onChange={(typed) => set({ url: typed })}
        />
        {hasField(url.trim(), 'roleArn') && (
          <>
            <TextField
              label="Role ARN"
              hint="A role of your account, named sales-data-…, with the policies below."
              parameter="roleArn"
              required
              placeholder={ROLE_EXAMPLE}
              value={roleArn}
              onChange={(typed) => set({ roleArn: typed })}
            />
            <NeededPolicies address={url.trim()} />
          </>
        )}
        <TextField
          label="Description (optional)"
          hint="The system that receives the events, such as “CRM sync”."
          parameter="description"
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={description}
          onChange={(typed) => set({ description: typed })}
        />
        <EventsField value={eventTypes} onChange={(chosen) => set({ eventTypes: chosen })} />
        <Choices
          label="Contact details"
          hint={
            'Emails, phones, street and LinkedIn of people, and phones in call lists. ' +
            'Without them, these fields are empty.'
          }
          parameter="includesContactDetails"
        >
          <Checkbox
            checked={includesContactDetails}
            onChange={(checked) => set({ includesContactDetails: checked })}
          >
            Include contact details in deliveries
          </Checkbox>
        </Choices>
        <TextAreaField
          label="Filter (optional)"
          hint={
            'Only events that match this event pattern (EventBridge syntax) are delivered, such as ' +
            '{"changed": ["phones"], "data": {"tags": ["vip"]}}.'
          }
          parameter="filter"
          rows={3}
          value={filter}
          onChange={(typed) => set({ filter: typed })}
        />
        {hasField(url.trim(), 'headers') && (
          <TextAreaField
            label="Headers (optional)"
            hint={
              'One per line, such as “Authorization: Bearer …”. Values are never shown again; ' +
              '“Authorization:” keeps the stored one.'
            }
            parameter="headers"
            lines={headers}
            rows={2}
            value={headers}
            onChange={(typed) => set({ headers: typed })}
          />
        )}
        <TextField
          label="Requests per second (optional)"
          hint="The most that your system should get. Without a number, there is no limit."
          parameter="maxPerSecond"
          value={maxPerSecond}
          onChange={(typed) => set({ maxPerSecond: typed })}
        />
        <Choices
          label="Payload"
          hint="With ids only, read the record through the API when an event arrives."
          parameter="payload"
        >
          <Segments
            legend="Payload"
            options={PAYLOAD_TEXTS}
            value={payload}
            onChange={(chosen) => set({ payload: chosen })}
          />
        </Choices>
        {signature !== undefined && hasField(url.trim(), 'signature') && (
          <SignatureField value={signature} onChange={(chosen) => set({ signature: chosen })} />
        )}
      </>
    )}
  </DraftDialog>
);
