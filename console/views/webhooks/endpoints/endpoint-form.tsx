import {
  MAX_DESCRIPTION_LENGTH,
  MAX_URL_LENGTH,
} from '../../../../shared/contract/webhooks/webhook-limits.ts';
import type { NewEndpoint } from '../../../api/types.ts';
import { Checkbox, Choices } from '../../../parts/choices.tsx';
import { TextField } from '../../../parts/field.tsx';
import { DraftDialog, type DraftDialogProps } from '../../../parts/form.tsx';
import { EventsField } from './events-field.tsx';

/** The input of the form. */
interface EndpointValues extends Pick<NewEndpoint, 'url' | 'eventTypes'> {
  readonly description: string;
  readonly includesContactDetails: boolean;
}

interface EndpointFormProps extends Omit<DraftDialogProps<EndpointValues>, 'fields' | 'save' | 'children'> {
  readonly save: (endpoint: NewEndpoint, signal: AbortSignal) => Promise<void>;
}

/** The dialog to create or edit an endpoint. */
export const EndpointForm = ({ save, ...dialog }: EndpointFormProps) => (
  <DraftDialog
    {...dialog}
    fields={['url', 'description', 'eventTypes', 'includesContactDetails']}
    save={({ url, description, ...choices }, signal) =>
      save({ url: url.trim(), description: description.trim() || null, ...choices }, signal)
    }
  >
    {({ url, description, eventTypes, includesContactDetails }, set) => (
      <>
        <TextField
          label="URL"
          hint="A public https URL of your system."
          parameter="url"
          type="url"
          required
          maxLength={MAX_URL_LENGTH}
          placeholder="https://hooks.example.com/sales"
          value={url}
          onChange={(typed) => set({ url: typed })}
        />
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
      </>
    )}
  </DraftDialog>
);
