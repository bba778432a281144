import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stageConfig } from '../../../infra/config.ts';
import { DEFAULT_RETRY_SCHEDULE } from '../../../shared/webhooks/sending/retry-schedule.ts';
import { blocksOf } from '../../guides/blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The page without line breaks, as a reader sees it. */
const page = (name: string): string => textOf(`infra/docs/${name}.md`).replaceAll(/\s+/g, ' ');

/** Fails without the text of the page. */
const expectOn = (name: string, sentence: string): void =>
  expect(page(name).includes(sentence), `${name}.md must say "${sentence}"`).toBe(true);

/** Numbers that constants are multiplied by. */
const FACTORS: Readonly<Record<string, number>> = {
  MILLISECONDS_PER_HOUR: 3_600_000,
  MILLISECONDS_PER_DAY: 86_400_000,
  DAY: 86_400_000,
};

/** A constant, a default or a field of a source file, exported or not: a product of numbers. */
const sourceNumber = (path: string, name: string): number => {
  const pattern = new RegExp(
    `\\b${name}(?:: \\w+)?(?: = |: )(?:Duration\\.\\w+\\()?((?:\\d|MILLISECONDS|DAY)[\\w *]*)`,
  );
  const [, text] = pattern.exec(textOf(path)) ?? [];
  if (text === undefined) throw new Error(`${path} does not define ${name}. Name its new place here.`);
  const factors = text
    .trim()
    .split(' * ')
    .map((factor) => {
      const [base = '', exponent = '1'] = factor.replaceAll('_', '').split(' ** ');
      return (FACTORS[factor] ?? Number(base)) ** Number(exponent);
    });
  return factors.reduce((product, factor) => product * factor);
};

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const word = (number: number): string => WORDS[number] ?? String(number);
const digits = (number: number): string => number.toLocaleString('en-US');
const per = (unit: number) => (number: number) => digits(number / unit);
const SECOND = 1_000;
const [HOUR, DAY] = [3_600 * SECOND, 86_400 * SECOND];
const [KB, MB, GB] = [1_024, 1_024 ** 2, 1_024 ** 3];

/** Pages with the source and the name of a constant, and what they say of it. */
const PROMISES: readonly (readonly [
  pages: string,
  source: string,
  constant: string,
  sentence: string,
  format?: (number: number) => string,
])[] = [
  [
    'guides/webhooks',
    'shared/webhooks/sending/send-delivery.ts',
    'ATTEMPT_MILLISECONDS',
    'Respond with any `2xx` within # seconds',
    per(SECOND),
  ],
  [
    'guides/troubleshooting',
    'shared/webhooks/sending/send-delivery.ts',
    'ATTEMPT_MILLISECONDS',
    'within # seconds',
    per(SECOND),
  ],
  [
    'scale',
    'shared/webhooks/sending/send-delivery.ts',
    'ATTEMPT_MILLISECONDS',
    'time out after # seconds',
    per(SECOND),
  ],
  [
    'guides/webhooks',
    'shared/webhooks/sending/exchange.ts',
    'EXCERPT_BYTES',
    'the first # bytes of the response body',
  ],
  [
    'guides/webhooks',
    'shared/webhooks/sending/settle-attempt.ts',
    'MAX_FAILING_MILLISECONDS',
    'after # days of failures without a success',
    (number) => word(number / DAY),
  ],
  [
    'guides/webhooks',
    'shared/webhooks/replays/replay-step.ts',
    'DELIVERIES_PER_STEP',
    'up to # deliveries per second',
    (number) => digits(number / sourceNumber('shared/webhooks/replays/replay-step.ts', 'STEP_SECONDS')),
  ],
  [
    'guides/webhooks',
    'shared/webhooks/endpoints/rotate-secret.ts',
    'OVERLAP_MILLISECONDS',
    'both sign for **# hours**',
    per(HOUR),
  ],
  [
    'guides/verifying-webhooks',
    'shared/webhooks/endpoints/rotate-secret.ts',
    'OVERLAP_MILLISECONDS',
    'For # hours after a rotation',
    per(HOUR),
  ],
  [
    'guides/webhooks',
    'shared/webhooks/endpoints/create-endpoint.ts',
    'MAX_ENDPOINTS',
    '- # endpoints per organization',
  ],
  [
    'guides/webhooks',
    'shared/webhooks/endpoints/create-endpoint.ts',
    'MAX_ENDPOINTS_OF_KEY',
    '**# endpoints per API key**',
  ],
  [
    'guides/webhooks',
    'shared/contract/webhooks/webhook-limits.ts',
    'MAX_DESCRIPTION_LENGTH',
    'descriptions up to # characters',
  ],
  ['guides/webhooks', 'shared/contract/webhooks/webhook-limits.ts', 'MAX_URL_LENGTH', 'URLs up to #.'],
  ['guides/webhooks', 'shared/events/published-event.ts', 'MAX_EVENT_BYTES', 'Bodies up to # bytes'],
  [
    'guides/exporting',
    'shared/runtime/bucket/bucket.ts',
    'URL_SECONDS',
    'An address works for #',
    (number) => (number === 3_600 ? 'an hour' : `${number} seconds`),
  ],
  ['guides/exporting', 'shared/exports/steps/export-files.ts', 'records', 'A file has up to # records'],
  ['guides/exporting', 'shared/exports/steps/export-files.ts', 'bytes', 'and about # MB', per(MB)],
  ['guides/typescript', 'shared/exports/steps/export-files.ts', 'bytes', 'about # MB', per(MB)],
  [
    'guides/exporting',
    'shared/contract/exports/export-limits.ts',
    'MAX_QUEUED_EXPORTS',
    'Up to # wait or run',
  ],
  [
    'guides/exporting',
    'shared/contract/exports/export-limits.ts',
    'EXPORT_DAYS',
    'Files are kept for # days',
  ],
  ['guides/exporting', 'shared/exports/export-repository.ts', 'keptDays', 'exports are listed for #.'],
  ['api', 'shared/exports/export-repository.ts', 'keptDays', 'newest first, for # days'],
  [
    'guides/exporting',
    'shared/table/idempotent-requests.ts',
    'SECONDS',
    'within # hours returns the first response',
    per(HOUR / SECOND),
  ],
  [
    'guides/requests',
    'shared/table/idempotent-requests.ts',
    'SECONDS',
    'within # hours return the first response',
    per(HOUR / SECOND),
  ],
  [
    'guides/errors',
    'shared/table/idempotent-requests.ts',
    'SECONDS',
    'another body within # hours',
    per(HOUR / SECOND),
  ],
  [
    'admin-api',
    'shared/imports/import-repository.ts',
    'keptDays',
    'listed for # days, by whichever way they came',
  ],
  [
    'guides/importing',
    'shared/contract/imports/import-limits.ts',
    'MAX_UPLOAD_BYTES',
    'files of up to # GB',
    per(GB),
  ],
  [
    'guides/importing',
    'shared/imports/preview/file-start.ts',
    'PREVIEW_BYTES',
    'a dry run of the first # KB',
    per(KB),
  ],
  [
    'guides/importing',
    'shared/imports/source-state.ts',
    'PARTS_MILLISECONDS',
    'within # minutes of each other',
    (number) => word(number / 60 / SECOND),
  ],
  [
    'guides/importing',
    'infra/cli/support/clock-check.ts',
    'TOLERANCE_MILLISECONDS',
    'by more than # seconds',
    (number) => word(number / SECOND),
  ],
  [
    'guides/importing',
    'shared/records/retention/record-retention.ts',
    'MARK_DAYS',
    'at most every # days each',
    word,
  ],
  [
    'guides/import-bucket',
    'functions/runtime/advance-by-message.ts',
    'ATTEMPTS',
    'runs out of memory or time # times',
    word,
  ],
  ['guides/import-columns', 'shared/domain/fields.ts', 'MAX_LONG_TEXT', 'keeps the first # characters'],
  [
    'guides/keys',
    'shared/keys/member-limit.ts',
    'MAX_ACTIVE_KEYS_OF_MEMBER',
    'count for the # active keys of a member',
  ],
  [
    'admin-api',
    'shared/keys/member-limit.ts',
    'MAX_ACTIVE_KEYS_OF_MEMBER',
    'exceed the # active keys of a member',
  ],
  ['admin-api', 'shared/keys/member-limit.ts', 'MAX_KEYS_OF_ORGANIZATION', 'or the # of an organization'],
  ['admin-api', 'shared/keys/predecessors.ts', 'MAX_PREDECESSORS', 'or # keys in their grace period'],
  [
    'guides/keys',
    'shared/contract/keys/api-key-limits.ts',
    'MAX_GRACE_SECONDS',
    'up to # days, or not at all',
    per(DAY / SECOND),
  ],
  ['guides/keys', 'shared/agents/app-item.ts', 'UNUSED_DAYS', '`expiresAt` is # days after the last renewal'],
  ['guides/mcp', 'shared/agents/app-item.ts', 'UNUSED_DAYS', 'for # days expires'],
  ['guides/mcp', 'connectors/mcp/src/bounds.ts', 'MAX_CHARACTERS', '**Answers** have at most # characters'],
  [
    'guides/mcp',
    'functions/agents/serve-mcp/index.ts',
    'TIME_LIMIT_MILLISECONDS',
    'a call ends after # seconds over HTTP',
    per(SECOND),
  ],
  ['guides/mcp', 'connectors/mcp/src/main.ts', 'TIME_LIMIT', 'and after # with the package', per(SECOND)],
  [
    'guides/mcp',
    'functions/agents/serve-mcp/read-message.ts',
    'MAX_BODY_CHARACTERS',
    'message of at most # characters',
  ],
  [
    'guides/errors',
    'functions/http/json-body.ts',
    'MAX_BODY_CHARACTERS',
    'the JSON body exceeds # characters',
  ],
  [
    'guides/calling-hours',
    'shared/calling-hours/calling-hours.ts',
    'LOOK_AHEAD',
    'up to # days ahead',
    per(DAY),
  ],
  ['guides/typescript', 'clients/typescript/src/requests.ts', 'attempts', 'makes up to # attempts', word],
  ['guides/typescript', 'clients/typescript/src/requests.ts', 'longestWait', 'longer than # seconds'],
  [
    'guides/typescript',
    'clients/typescript/src/requests.ts',
    'timeoutSeconds',
    'An attempt takes at most # seconds',
  ],
  ['guides/python', 'clients/python/src/sales_data_client/_retries.py', 'attempts', 'up to # attempts'],
  [
    'guides/python',
    'clients/python/src/sales_data_client/_retries.py',
    'longest_wait',
    'waits of up to # seconds',
  ],
  [
    'admin-api',
    'functions/keys/try-request/index.ts',
    'TIME_LIMIT_MILLISECONDS',
    'did not respond within # seconds',
    per(SECOND),
  ],
  [
    'admin-api',
    'shared/contract/request-limits.ts',
    'REQUEST_RETENTION_DAYS',
    'each request of the last # days',
  ],
  [
    'guides/troubleshooting',
    'shared/contract/request-limits.ts',
    'REQUEST_RETENTION_DAYS',
    'each request of the last # days',
  ],
  ['admin-api', 'console/parts/download-csv.tsx', 'MAX_ROWS', 'up to # rows'],
  [
    'admin-api',
    'infra/constructs/organizations/user-directory.ts',
    'ID_TOKEN_LIFETIME',
    'It is valid for # minutes',
  ],
  [
    'admin-api',
    'infra/constructs/organizations/user-directory.ts',
    'SESSION_LIFETIME',
    'renews it for # hours',
  ],
  [
    'guides/single-sign-on',
    'infra/constructs/organizations/user-directory.ts',
    'SESSION_LIFETIME',
    'A session lasts up to # hours',
  ],
  ['admin-api', 'infra/constructs/organizations/user-pool.ts', 'INVITATION_LIFETIME', 'valid for # days'],
];

describe('the guides', () => {
  for (const [name, source, constant, sentence, format = digits] of PROMISES) {
    it(`state ${constant} of ${source} in ${name}`, () => {
      expectOn(name, sentence.replace('#', format(sourceNumber(source, constant))));
    });
  }

  it('state the delays of retries, and how long all attempts take', () => {
    const units = [
      ['h', 3_600],
      ['min', 60],
      ['s', 1],
    ] as const;
    const delays = DEFAULT_RETRY_SCHEDULE.map((seconds) => {
      const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['s', 1];
      return `${seconds / size} ${unit}`;
    });
    expectOn('guides/webhooks', `| delay | none | ${delays.join(' | ')} |`);
    const hours = DEFAULT_RETRY_SCHEDULE.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
    expectOn('guides/webhooks', `Ten attempts take about ${Math.round(hours / 10) * 10} hours`);
    expect(delays).toHaveLength(9);
  });

  it('state the settings of production and development', () => {
    const { usagePlans, throttles, webhookEndpointsPerDomain, eventRetentionDays } =
      stageConfig('production');
    for (const [name, { rate, burst, dailyQuota }] of Object.entries(usagePlans)) {
      expectOn('guides/limits', `| \`${name}\` | ${rate} | ${burst} | ${digits(dailyQuota)} |`);
    }
    const { rate, burst } = throttles.dataApi;
    expectOn('guides/limits', `| each operation | ${rate} requests per second with a burst of ${burst},`);
    expectOn('guides/webhooks', `**${webhookEndpointsPerDomain} endpoints per domain**`);
    expectOn('guides/events', `Events are kept for ${eventRetentionDays} days in production`);
    for (const stage of ['development', 'staging'] as const) {
      const days = stageConfig(stage).eventRetentionDays;
      expectOn('guides/events', `for ${days} days in development and staging`);
    }
  });
});

describe('the commands of the guides', () => {
  const blocks = globSync('infra/docs/guides/*.md', { cwd: ROOT }).flatMap((file) => blocksOf(textOf(file)));

  it('run in the tests, but for five at most', () => {
    expect(blocks.length).toBeGreaterThan(50);
    expect(blocks.filter(({ note }) => note.startsWith('skip')).length).toBeLessThanOrEqual(5);
  });
});

describe('the table of settings', () => {
  const members = /export interface StageConfig \{([\s\S]*?)^\}/m.exec(textOf('infra/config.ts'))?.[1] ?? '';
  const settings = [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name);

  it('lists every setting of a stage, and no other', () => {
    const rows = textOf('infra/docs/runbook/configure.md').split('\n## ')[0]?.split('\n') ?? [];
    const listed = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(settings.length).toBeGreaterThan(20);
    expect(listed.toSorted()).toEqual(settings.toSorted());
  });
});
