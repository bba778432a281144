import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';

/** A service to load. */
export interface Loaded {
  readonly apiKey: string;
  /** By route. */
  readonly urls: Readonly<Record<string, string>>;
}

/** The running service. */
export interface Target extends Loaded {
  readonly runner: RunnerProcess;
}

/** The route in the comparison. */
export const GET_PERSON = 'GET /v1/person/{id}';

const answerOf = async (url: string, apiKey: string) =>
  (await fetch(url, { headers: { 'X-Api-Key': apiKey } })).json();

/** Starts a new service. */
export const startTarget = async (assembly: string): Promise<Target> => {
  const runner = await startRunnerProcess({ assembly });
  const { apiKey } = JSON.parse(readFileSync(join(runner.dataDirectory, 'endpoints.json'), 'utf8'));
  const base = `${runner.apiUrl}/v1`;
  const { items } = (await answerOf(`${base}/call-list`, apiKey)) as { items: { id: string }[] };
  const list = `${base}/call-list/${items[0]?.id}`;
  const { entries } = (await answerOf(list, apiKey)) as { entries: Record<string, string>[] };
  const idOf = (name: string): string => entries.find((entry) => entry[name])?.[name] ?? '';
  return {
    runner,
    apiKey,
    urls: {
      [GET_PERSON]: `${base}/person/${idOf('personId')}`,
      'GET /v1/company/{id}': `${base}/company/${idOf('companyId')}`,
      'GET /v1/call-list': `${base}/call-list`,
      'GET /v1/call-list/{id}': list,
      'GET /v1/call-list/{id} with people and companies': `${list}?include=person,company`,
    },
  };
};
