import type { Filter } from '../../contract/webhooks/delivery-options.ts';
import { FILTERED_FIELDS } from '../../contract/webhooks/webhook-limits.ts';
import { compileEventPattern, type EventMatcher, EventPatternError } from '../../domain/event-pattern.ts';
import { hideContactDetails } from '../../kinds/event-view.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

/** What a filter sees of an event, besides what it is about. */
interface FilteredEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>>;
}

/** A pattern that this version does not know matches nothing. */
const compile = (filter: Filter): EventMatcher => {
  try {
    return compileEventPattern(filter, { fields: FILTERED_FIELDS });
  } catch (error) {
    if (error instanceof EventPatternError) return () => false;
    throw error;
  }
};

/** Those of the lists of endpoints that are in use. */
const compiled = new WeakMap<Filter, EventMatcher>();

const matcherOf = (filter: Filter): EventMatcher => {
  const matches = compiled.get(filter) ?? compile(filter);
  compiled.set(filter, matches);
  return matches;
};

/**
 * Whether the filter of an endpoint lets an event pass, by what the endpoint would get of it: a filter must
 * not tell what is hidden. Erasures always pass: a receiver must be able to follow them.
 */
export const passesFilter = (
  { filter, includesContactDetails }: Pick<WebhookEndpoint, 'filter' | 'includesContactDetails'>,
  event: FilteredEvent,
): boolean => {
  if (filter === null || event.type.endsWith('.erased')) return true;
  const shown = includesContactDetails ? event : hideContactDetails(event.type, event);
  return matcherOf(filter)({ ...shown, changed: Object.keys(shown.previous) });
};
