import type { EventPattern } from '../../../../shared/contract/events/event-types.ts';
import { Checkbox, Choices } from '../../../parts/choices.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { EVENT_GROUPS, type EventGroup, withEvent } from './event-choice.ts';

interface EventsFieldProps {
  readonly value: readonly EventPattern[];
  readonly onChange: (value: readonly EventPattern[]) => void;
}

const SCOPES = { all: 'All events', chosen: 'Chosen events' } as const;

const Group = ({ group, value, onChange }: EventsFieldProps & { readonly group: EventGroup }) => {
  const isWhole = value.includes(group.pattern);
  return (
    <fieldset class="event-group">
      <legend>{group.title}</legend>
      <Checkbox checked={isWhole} onChange={(checked) => onChange(withEvent(value, group.pattern, checked))}>
        <code>{group.pattern}</code>
      </Checkbox>
      {group.types.map((type) => (
        <Checkbox
          key={type}
          checked={isWhole || value.includes(type)}
          disabled={isWhole}
          onChange={(checked) => onChange(withEvent(value, type, checked))}
        >
          <code>{type}</code>
        </Checkbox>
      ))}
    </fieldset>
  );
};

/** The subscriptions of an endpoint: all events, groups, or single event types. */
export const EventsField = ({ value, onChange }: EventsFieldProps) => {
  const isAll = value.includes('*');
  return (
    <Choices
      label="Events"
      hint="“All events” and groups such as person.* include event types added later."
      parameter="eventTypes"
    >
      <Segments
        legend="Which events"
        options={SCOPES}
        value={isAll ? 'all' : 'chosen'}
        onChange={(scope) => onChange(scope === 'all' ? ['*'] : [])}
      />
      {!isAll && (
        <div class="event-groups">
          {EVENT_GROUPS.map((group) => (
            <Group key={group.pattern} group={group} value={value} onChange={onChange} />
          ))}
        </div>
      )}
    </Choices>
  );
};
