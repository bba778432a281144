import type { Callability, CallabilityReason } from '../domain/callability.ts';
import type { Location } from '../kinds/location-fields.ts';
import { createPlaceFinder, type Place } from './find-place.ts';
import { containing, firstFrom } from './intervals.ts';
import { DAY } from './local-time.ts';
import { createPlaceHours, type PlaceHours } from './place-hours.ts';
import { type Reason, reason } from './reason.ts';
import type { CallingHoursTable } from './table.ts';

/** How far ahead the next hours are looked for. */
const LOOK_AHEAD = 14 * DAY;

/** A call that may be made. */
export interface Call {
  /** E.164; null if there is none. */
  readonly number: string | null;
  /** The person’s, or the company’s if no person is called. */
  readonly timezone: string | null;
  readonly location: Location | null;
  /** Reasons from the records, such as `do_not_call`, in their order. */
  readonly reasons: readonly Reason[];
  /** The earliest time for the call, as a timestamp. */
  readonly notBefore: string | null;
}

/** Judges calls at one moment. */
export type Judge = (call: Call) => Callability;

const UNKNOWN_PLACE: Place = { regions: [], timeZones: [], timeZoneSource: null, isElsewhere: false };

const NO_NUMBER: PlaceHours = {
  allowed: [],
  reasons: [reason('no_number', 'There is no number in international form to call.')],
};

const NOTHING_AHEAD = reason('no_hours_ahead', 'No call is allowed within 14 days.');

const scheduledFor = (notBefore: string): Reason =>
  reason('scheduled', `The next call is planned for ${notBefore}.`, {
    field: 'entry.nextCallAt',
    until: notBefore,
  });

const has = (reasons: readonly Reason[], effect: Reason['effect']): boolean =>
  reasons.some((each) => each.effect === effect);

/** What is forbidden is not callable, whatever else is unknown. What is unknown is never callable. */
const isCallable = (reasons: readonly Reason[]): boolean | null => {
  if (has(reasons, 'forbidden') || has(reasons, 'later')) return false;
  return has(reasons, 'unknown') ? null : true;
};

/** Reasons as responses show them: those that allow a call only with a call that is allowed. */
const shown = (reasons: readonly Reason[], callableNow: boolean | null): CallabilityReason[] =>
  reasons.flatMap(({ effect, ...each }) => (callableNow === true || effect !== 'allowed' ? [each] : []));

/**
 * Prepares a table for many judgements.
 *
 * @returns creates a {@link Judge} for a moment, in milliseconds since 1970
 */
export const createCallingHours = (table: CallingHoursTable): ((now: number) => Judge) => {
  const findPlace = createPlaceFinder(table);
  const placeHours = createPlaceHours(table);

  return (now) => {
    const end = now + LOOK_AHEAD;
    const hoursOf = placeHours({ start: now, end });
    /** By place, because many calls go to few. */
    const hoursByPlace = new Map<string, PlaceHours>();
    const plainByPlace = new Map<string, Callability>();

    const judgeAt = (place: Place, hours: PlaceHours, given: readonly Reason[], earliest: number) => {
      const all = [...given, ...hours.reasons];
      const callableNow = isCallable(all);
      const canWait = callableNow === false && !has(all, 'forbidden') && !has(all, 'unknown');
      const next = canWait ? firstFrom(hours.allowed, earliest) : undefined;
      const until = callableNow === true ? containing(hours.allowed, now)?.end : undefined;
      return {
        callableNow,
        nextCallableAt: next === undefined ? null : new Date(next).toISOString(),
        callableUntil: until === undefined || until >= end ? null : new Date(until).toISOString(),
        timeZones: [...place.timeZones],
        timeZoneSource: place.timeZoneSource,
        regions: [...place.regions],
        reasons: shown(canWait && next === undefined ? [...all, NOTHING_AHEAD] : all, callableNow),
      };
    };

    return ({ number, timezone, location, reasons, notBefore }) => {
      const start = notBefore === null ? now : Date.parse(notBefore);
      const given = start > now && notBefore !== null ? [...reasons, scheduledFor(notBefore)] : reasons;
      if (number === null) return judgeAt(UNKNOWN_PLACE, NO_NUMBER, given, start);
      const place = findPlace({ number, timezone, location });
      const key = `${place.isElsewhere} ${place.timeZoneSource} ${place.regions} ${place.timeZones}`;
      const hours = hoursByPlace.get(key) ?? hoursOf(place);
      hoursByPlace.set(key, hours);
      if (given.length > 0) return judgeAt(place, hours, given, Math.max(now, start));
      const plain = plainByPlace.get(key) ?? judgeAt(place, hours, [], now);
      plainByPlace.set(key, plain);
      return plain;
    };
  };
};
