import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { resumeJobs } from '../../../functions/webhooks/requeue-deliveries/resume-jobs.ts';
import { type ImportMessage, insertImport } from '../../../shared/imports/import-repository.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { someImport } from '../../support/imports/new-import.ts';

const engine = useEngine();

const down = {
  async send() {
    throw new Error('The queue is down.');
  },
};

it('sends what stands still and logs how many, which the alarm counts', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const table = engine.table;
  const organizationId = randomUUID();
  const queuedAt = new Date(Date.now() - 150_000).toISOString();
  const waiting = (['people', 'companies'] as const).map((kind) =>
    someImport(organizationId, { kind, status: 'queued', queuedAt, createdAt: queuedAt }),
  );
  for (const each of waiting) await insertImport(table, each);
  const sent: ImportMessage[] = [];
  const imports = { send: async (message: ImportMessage) => void sent.push(message) };
  await resumeJobs({ reader: table.reader, exports: down, imports, replays: down });
  expect(sent.map(({ kind }) => kind).sort()).toEqual(['companies', 'people']);
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ resumedJobs: 2 }));
  await expect(
    resumeJobs({ reader: table.reader, exports: down, imports: down, replays: down }),
  ).rejects.toThrow('The queue is down.');
});
