import type { EventPattern } from '../../../../shared/contract/event-types.ts';
import { Choices } from '../../../parts/field.tsx';
import { errorAt } from '../../../parts/problem-message.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { EVENT_GROUPS, type EventGroup, withGroup, withType } from './event-choice.ts';

interface EventsFieldProps {
  readonly value: readonly EventPattern[];
  readonly onChange: (value: readonly EventPattern[]) => void;
  /** The error of the last attempt. */
  readonly error: unknown;
}

const SCOPES = { all: 'All events', chosen: 'Chosen events' } as const;

const Group = ({
  group,
  value,
  onChange,
}: Omit<EventsFieldProps, 'error'> & { readonly group: EventGroup }) => {
  const isWhole = value.includes(group.pattern);
  return (
    <fieldset class="event-group">
      <legend>{group.title}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={isWhole}
          onChange={({ currentTarget: { checked } }) => onChange(withGroup(value, group, checked))}
        />
        <code>{group.pattern}</code>
      </label>
      {group.types.map((type) => (
        <label key={type} class="check">
          <input
            type="checkbox"
            checked={isWhole || value.includes(type)}
            disabled={isWhole}
            onChange={({ currentTarget: { checked } }) => onChange(withType(value, type, checked))}
          />
          <code>{type}</code>
        </label>
      ))}
    </fieldset>
  );
};

/** The subscriptions of an endpoint: all events, groups, or single event types. */
export const EventsField = ({ value, onChange, error }: EventsFieldProps) => {
  const isAll = value.includes('*');
  return (
    <Choices
      legend="Events"
      hint="“All events” and groups such as person.* include event types added later."
      error={errorAt(error, 'events')}
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
