import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type DeliveryJournal,
  type DeliveryRecord,
  openDeliveryJournal,
} from '../../../../infra/local/eventbridge/delivery-journal.ts';

const record = (id: string, event = '{}'): DeliveryRecord => ({
  id,
  ruleArn: 'r',
  targetId: 't',
  event,
  since: 1,
  attempts: 1,
  failure: { code: 'c', message: 'm' },
});

let folder: string;
let path: string;
let opened: DeliveryJournal[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'journal.jsonl');
  opened = [];
});
afterEach(async () => {
  for (const journal of opened) await journal.close();
});

/** As a new process would after the one before was killed: nothing was closed. */
const reopen = async (): Promise<DeliveryJournal> => {
  const journal = await openDeliveryJournal(path);
  opened.push(journal);
  return journal;
};

it('still has every delivery that was put and not removed', async () => {
  const journal = await reopen();
  await Promise.all(['a', 'b', 'c'].map((id) => journal.put(record(id))));
  await journal.remove('b');
  await journal.put({ ...record('a'), attempts: 2 });
  expect((await reopen()).left).toEqual([{ ...record('a'), attempts: 2 }, record('c')]);
});

it('does without a line that a crash cut off, and goes on after it', async () => {
  await (await reopen()).put(record('a'));
  appendFileSync(path, '{"put":{"id":"b","ru');
  const journal = await reopen();
  expect(journal.left).toEqual([record('a')]);
  await journal.put(record('c'));
  expect((await reopen()).left).toEqual([record('a'), record('c')]);
});

it('stays small however much goes through it', async () => {
  const journal = await reopen();
  await journal.put(record('kept'));
  for (let index = 0; index < 300; index++) {
    await journal.put(record(`${index}`, JSON.stringify('x'.repeat(2_000))));
    await journal.remove(`${index}`);
  }
  expect(statSync(path).size).toBeLessThan(80_000);
  expect((await reopen()).left).toEqual([record('kept')]);
});

it('says when a write failed, and is whole again after the next one', async () => {
  const journal = await reopen();
  await journal.put(record('large', JSON.stringify('x'.repeat(100_000))));
  rmSync(folder, { recursive: true });
  await expect(journal.remove('large')).rejects.toThrow('ENOENT');
  await expect(journal.put(record('lost'))).rejects.toThrow('ENOENT');
  mkdirSync(folder);
  await journal.put(record('a'));
  expect((await reopen()).left).toEqual([record('a')]);
});

it('tells each caller the truth when one write of several fails', async () => {
  const journal = await reopen();
  await journal.put(record('large', JSON.stringify('x'.repeat(100_000))));
  rmSync(folder, { recursive: true });
  const calls = [journal.remove('large'), journal.put(record('a')), journal.put(record('b'))];
  const results = await Promise.allSettled(calls);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

it('refuses a file that it does not understand', async () => {
  writeFileSync(path, 'nonsense\n{"remove":"a"}\n');
  await expect(reopen()).rejects.toThrow(/journal\.jsonl is damaged: restore it, or delete it to give up/);
  expect(readFileSync(path, 'utf8')).toContain('nonsense');
});
