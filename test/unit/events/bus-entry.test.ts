import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventDetail, ResourceEvent } from '../../../shared/contract/events/events.ts';
import { type BusEntry, busEntryOf, entryBytes, nextBatch } from '../../../shared/events/event-bus.ts';
import { MAX_EVENT_BYTES, publishedEvent } from '../../../shared/events/published-event.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, callLists } = sampleData('Bus');
const [person] = people;
const entry = callLists[0]?.entries[0];
if (!person || !entry) throw new Error('There are too few sample records.');

const event: ResourceEvent = {
  id: '0d1f36a4-1f5e-8a53-b0a4-6a3b5c1f3f10',
  type: 'person.updated',
  organizationId: 'o',
  timestamp: '2026-03-01T08:00:00.000Z',
  sequence: 3,
  isSilent: false,
  data: person,
  previous: { title: 'Before' },
};

const entryOf = (given: ResourceEvent) => busEntryOf(publishedEvent(given), '7', '5.6', 30);

const detailOf = ({ detail }: BusEntry): EventDetail => JSON.parse(detail);

describe('an entry', () => {
  it('contains the organization and the event', () => {
    const made = entryOf(event);
    expect(made).toMatchObject({
      detailType: 'person.updated',
      time: new Date('2026-03-01T08:00:00.000Z'),
    });
    expect(detailOf(made)).toEqual({
      organizationId: 'o',
      event,
      streamSequence: '7',
      feedPosition: '5.6',
      keptDays: 30,
    });
  });

  it('computes the size as EventBridge does', () => {
    const size = { detailType: 'xyz', detail: '{"a":"€"}' };
    expect(entryBytes(size)).toBe(14 + 'sales-data'.length + 3 + 11);
  });

  it('contains the whole event up to the maximum size, and no previous values above', () => {
    const withNote = (length: number): ResourceEvent => ({
      ...event,
      previous: { note: 'x'.repeat(length) },
    });
    const room = MAX_EVENT_BYTES - Buffer.byteLength(JSON.stringify(withNote(0)));
    const whole = entryOf(withNote(room));
    expect(entryBytes(whole)).toBeLessThan(1_000_000);
    expect(detailOf(whole)).not.toHaveProperty('oversized');
    const reduced = entryOf(withNote(room + 1));
    expect(detailOf(reduced)).toEqual({
      organizationId: 'o',
      event: { ...event, previous: {} },
      streamSequence: '7',
      feedPosition: '5.6',
      keptDays: 30,
    });
  });

  it('counts bytes of UTF-8 JSON, not characters', () => {
    // 170,000 characters, each of six bytes once escaped.
    const data = { ...person, customFields: { text: '\u0001'.repeat(170_000) } };
    expect(detailOf(entryOf({ ...event, data }))).toHaveProperty('oversized', true);
  });

  it('names the call list of an oversized entry', () => {
    const data = { ...entry, callListId: 'l', note: 'x'.repeat(1_000_000) };
    expect(detailOf(entryOf({ ...event, type: 'call_list_entry.updated', data })).event.data).toEqual({
      id: entry.id,
      callListId: 'l',
    });
  });
});

describe('batches', () => {
  const batchesOf = (all: readonly BusEntry[]): readonly (readonly BusEntry[])[] => {
    const batch = nextBatch(all);
    return batch.length === 0 ? [] : [batch, ...batchesOf(all.slice(batch.length))];
  };

  const entries = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 999_000 })).map(
      (length): BusEntry => ({
        detailType: 't',
        detail: 'x'.repeat(length),
        time: new Date(0),
        streamSequence: '7',
      }),
    ),
    { maxLength: 60 },
  );

  it('splits entries into batches in order, within both limits', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const batches = batchesOf(all);
        expect(batches.flat()).toEqual(all);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(10);
          expect(batch.reduce((sum, each) => sum + entryBytes(each), 0)).toBeLessThanOrEqual(1_000_000);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('makes as few batches as possible', () => {
    const small = Array.from({ length: 25 }, () => entryOf(event));
    expect(batchesOf(small).map(({ length }) => length)).toEqual([10, 10, 5]);
    const half: BusEntry = {
      detailType: '',
      detail: 'x'.repeat(500_000 - entryBytes({ detailType: '', detail: '' })),
      time: new Date(0),
      streamSequence: '7',
    };
    expect(batchesOf([half, half, half]).map(({ length }) => length)).toEqual([2, 1]);
  });
});
