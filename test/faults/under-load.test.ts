import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Child, startChild } from '../support/child-process.ts';
import { runTool } from '../support/command.ts';
import { type HttpResponse, send } from '../support/http.ts';
import { expectProblem } from '../support/problem.ts';

const CLIENTS = 4;
/** API Gateway answers after 29 seconds at the latest. */
const LIMIT_MILLISECONDS = 29_000;

const dataDirectory = mkdtempSync(join(tmpdir(), 'load-faults-'));
let runner: Child;
let apiUrl: string;
let headers: Record<string, string>;
let paths: readonly string[];

const get = (path: string): Promise<HttpResponse> => send(apiUrl + path, { headers });

beforeAll(async () => {
  const assembly = join(dataDirectory, 'assembly');
  cpSync(inject('assembly'), assembly, { recursive: true });
  runner = await startChild(join(import.meta.dirname, 'processes', 'runner.ts'), {
    environment: { PORT: '0', ADMIN_PORT: '0', DATA_DIR: dataDirectory, ASSEMBLY_DIR: assembly },
  });
  const endpoints = JSON.parse(readFileSync(join(dataDirectory, 'endpoints.json'), 'utf8'));
  apiUrl = endpoints.apiUrl;
  const { key } = await runTool<{ key: string }>(
    'infra/cli/keys/main.ts',
    [
      ...['create', '--organization', endpoints.organizationId, '--name', 'faults', '--plan', 'high-volume'],
      ...['--permissions', 'person:read,company:read,call-list:read'],
    ],
    { DATA_DIR: dataDirectory },
  );
  headers = { 'X-Api-Key': key };
  const { items } = JSON.parse((await get('/v1/call-list')).text);
  const list = `/v1/call-list/${items[0].id}`;
  const { entries } = JSON.parse((await get(list)).text);
  paths = ['/v1/call-list', `${list}?include=person,company`, `/v1/person/${entries[0].personId}`];
});

afterAll(async () => {
  await runner?.kill('SIGTERM');
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Asks from several clients while something happens; returns all answers, with how long the slowest took. */
const askWhile = async (happen: () => Promise<void>) => {
  let isOver = false;
  const answers: HttpResponse[] = [];
  let slowest = 0;
  const ask = async (client: number): Promise<void> => {
    for (let count = client; !isOver; count++) {
      const start = performance.now();
      answers.push(await get(paths[count % paths.length] ?? ''));
      slowest = Math.max(slowest, performance.now() - start);
      // Within the key's plan.
      await setTimeout(60);
    }
  };
  const asking = Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
  await happen();
  isOver = true;
  await asking;
  return { answers, slowest };
};

const NAMES: Readonly<Record<number, string>> = {
  500: 'internal-error',
  502: 'internal-error',
  503: 'service-unavailable',
};

/** Right, or an honest failure. */
const expectHonest = (answers: readonly HttpResponse[]): void => {
  for (const answer of answers) {
    if (answer.status === 200) continue;
    expectProblem({ ...answer, json: JSON.parse(answer.text) }, answer.status, NAMES[answer.status] ?? '');
  }
};

const numberOf = (answers: readonly HttpResponse[], isWanted: (status: number) => boolean): number =>
  answers.filter(({ status }) => isWanted(status)).length;

afterEach(async () => {
  for (const path of paths) expect((await get(path)).status, path).toBe(200);
});

const engine = (): number => Number(readFileSync(join(dataDirectory, 'dynamodb.pid'), 'utf8'));

describe('under load', () => {
  it('while the engine stands still, everybody gets an honest answer in time, and the right one once it goes on', async () => {
    const { answers, slowest } = await askWhile(async () => {
      await setTimeout(500);
      process.kill(engine(), 'SIGSTOP');
      await setTimeout(8_000);
      process.kill(engine(), 'SIGCONT');
      await setTimeout(500);
    });
    expectHonest(answers);
    expect(numberOf(answers, (status) => status >= 500)).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(LIMIT_MILLISECONDS);
  });

  it('while the engine stands still for a moment, nobody notices', async () => {
    const { answers } = await askWhile(async () => {
      process.kill(engine(), 'SIGSTOP');
      await setTimeout(700);
      process.kill(engine(), 'SIGCONT');
    });
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('while workers are killed in the middle of requests, everybody gets an honest answer', async () => {
    const { answers, slowest } = await askWhile(async () => {
      for (let round = 0; round < 6; round++) {
        await setTimeout(200);
        runner.process.send('SalesApi');
      }
    });
    expectHonest(answers);
    expect(numberOf(answers, (status) => status >= 500)).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(LIMIT_MILLISECONDS);
  });
});
