import type { EventPattern } from '../../../shared/contract/event-types.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../shared/contract/webhook-limits.ts';
import type { NewEndpoint } from '../../api/types.ts';
import { Field } from '../../parts/field.tsx';
import { errorAt } from '../../parts/problem-message.tsx';
import { EventsField } from './events-field.tsx';

/** An endpoint as it is typed in. */
export interface EndpointValues {
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventPattern[];
}

/** As the API takes it. */
export const endpointOf = ({ url, description, events }: EndpointValues): NewEndpoint => ({
  url: url.trim(),
  description: description.trim() === '' ? null : description.trim(),
  events,
});

/** Parameters whose errors stand at these fields. */
export const ENDPOINT_FIELDS: readonly string[] = ['url', 'description', 'events'];

export interface EndpointFieldsProps {
  readonly values: EndpointValues;
  readonly onChange: (values: Partial<EndpointValues>) => void;
  /** Of the last attempt. */
  readonly error: unknown;
}

export const EndpointFields = ({ values, onChange, error }: EndpointFieldsProps) => (
  <>
    <Field label="URL" hint="A public https URL of your system." error={errorAt(error, 'url')}>
      {(attributes) => (
        <input
          {...attributes}
          type="url"
          required
          autocomplete="off"
          placeholder="https://hooks.example.com/sales"
          value={values.url}
          onInput={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
      )}
    </Field>
    <Field
      label="Description (optional)"
      hint="The system that receives the events, such as “CRM sync”."
      error={errorAt(error, 'description')}
    >
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          autocomplete="off"
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={values.description}
          onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
      )}
    </Field>
    <EventsField value={values.events} onChange={(events) => onChange({ events })} error={error} />
  </>
);
