import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { service } from '../service/service.ts';
import { clientArchive, runIn } from './client-package.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Uses each part of the client. Runs in every JavaScript runtime. */
export const PROGRAM = `
import { createSalesDataClient, ProblemError, verifyWebhook } from 'sales-data-client';

const { baseUrl, apiKey, delivery } = JSON.parse(process.env.INPUT);
const client = createSalesDataClient({ baseUrl, apiKey });
let people = 0;
for await (const person of client.people({ limit: 2 })) people += person.id === '' ? 0 : 1;
const problem = await client.person('none').catch((error) => error instanceof ProblemError && \
error.problem.status);
let upserts = 0;
await client.copy({ follow: false, store: ({ changes }) => { upserts += changes.length; } });
const { type } = await verifyWebhook(delivery);
const forged = await verifyWebhook({ ...delivery, body: '{}' }).catch(({ name }) => name);
const { organization: { id: organizationId } } = await client.key();
console.log(JSON.stringify({ organizationId, people, problem, hasCopied: upserts > people, type, forged }));
`;

/**
 * Runs the program, and expects its results.
 *
 * @param run returns its output
 * @param baseUrl of the API for the program. Default: that of the service under test
 */
export const expectProgramRuns = async (
  run: (environment: { readonly INPUT: string }) => Promise<string>,
  baseUrl = service.baseUrl,
): Promise<void> => {
  const body = '{"type":"webhook.test"}';
  const now = new Date();
  const headers = {
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('event-1', now, body),
  };
  const { first } = service;
  const input = { baseUrl, apiKey: first.key, delivery: { secret: SECRET, headers, body } };
  expect(JSON.parse(await run({ INPUT: JSON.stringify(input) }))).toEqual({
    organizationId: first.organizationId,
    people: first.data.people.length,
    problem: 400,
    hasCopied: true,
    type: 'webhook.test',
    forged: 'WebhookVerificationError',
  });
};

/** Runs the program in a folder by a command. */
export const expectCommandRuns = (
  folder: string,
  command: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> =>
  expectProgramRuns(async (input) => {
    const result = await runIn(folder, command, { ...environment, ...input });
    expect(result.exitCode, result.stdout + result.stderr).toBe(0);
    return result.stdout;
  });

/** Installs the client, as offered for download, into an empty folder with the program as `program.mjs`. */
export const installClient = async (folder: string): Promise<void> => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  const { exitCode, stdout, stderr } = await runIn(folder, `npm install '${await clientArchive()}'`);
  expect(exitCode, stdout + stderr).toBe(0);
};
