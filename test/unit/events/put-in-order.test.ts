import { expect, it } from 'vitest';
import { type BusEntry, putInOrder } from '../../../shared/events/event-bus.ts';
import { createFakeBus, type FakeBus } from '../../support/events/fake-bus.ts';

const entriesOf = (count: number): readonly BusEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    detailType: 't',
    detail: String(index),
    time: new Date(0),
    streamSequence: '7',
  }));

/** The entry numbers of each call. */
const callsOf = (bus: FakeBus) => bus.calls.map((entries) => entries.map(({ detail }) => Number(detail)));

const put = async (bus: FakeBus, count: number, hasTime: () => boolean = () => true) => {
  const waits: number[] = [];
  const backoff = async (retry: number) => {
    waits.push(retry);
  };
  return { ...(await putInOrder(entriesOf(count), { bus, hasTime, backoff })), waits };
};

it('sends batches one after the other', async () => {
  const bus = createFakeBus();
  expect(await put(bus, 23)).toEqual({ put: 23, errorCodes: [], waits: [] });
  expect(bus.details()).toEqual(Array.from({ length: 23 }, (_, index) => index));
  expect(bus.calls.map(({ length }) => length)).toEqual([10, 10, 3]);
});

it('makes no call without entries', async () => {
  const bus = createFakeBus();
  expect(await put(bus, 0)).toMatchObject({ put: 0 });
  expect(bus.calls).toEqual([]);
});

it('continues with the first rejected entry', async () => {
  const bus = createFakeBus(({ detail }, call) =>
    call <= 2 && ['3', '7'].includes(detail) ? 'ThrottlingException' : undefined,
  );
  expect(await put(bus, 12)).toEqual({ put: 12, errorCodes: [], waits: [1, 2] });
  expect(callsOf(bus)).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
  ]);
});

it('stops at entries that stay rejected, and reports the first', async () => {
  const bus = createFakeBus(({ detail }) => (['13', '15'].includes(detail) ? 'InternalFailure' : undefined));
  expect(await put(bus, 30)).toEqual({
    put: 13,
    errorCodes: ['InternalFailure'],
    waits: [1, 2, 3],
  });
  expect(callsOf(bus).slice(2)).toEqual(
    Array.from({ length: 3 }, () => [13, 14, 15, 16, 17, 18, 19, 20, 21, 22]),
  );
});

it('retries the whole batch when the call fails', async () => {
  const bus = createFakeBus((_, call) => {
    if (call === 1) throw new TypeError('The connection broke.');
    return undefined;
  });
  expect(await put(bus, 3)).toMatchObject({ put: 3, waits: [1] });
  expect(callsOf(bus)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

it('reports the error of a failed call', async () => {
  const bus = createFakeBus(() => {
    throw new TypeError('The connection broke.');
  });
  expect(await put(bus, 3)).toMatchObject({ put: 0, errorCodes: ['TypeError'] });
});

it('stops between batches when time runs out', async () => {
  const bus = createFakeBus();
  expect(await put(bus, 25, () => bus.calls.length < 2)).toEqual({
    put: 20,
    errorCodes: ['OutOfTime'],
    waits: [],
  });
});

it('stops retrying when time runs out, but makes the first call regardless', async () => {
  const bus = createFakeBus(() => 'ThrottlingException');
  expect(await put(bus, 5, () => false)).toMatchObject({
    put: 0,
    errorCodes: ['OutOfTime', 'ThrottlingException'],
  });
  expect(bus.calls).toHaveLength(1);
});
