import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { READ_ROUTE_NAMES } from '../../../shared/operations/data-api/routes.ts';
import { documentRecordRoutes } from '../../../shared/operations/openapi/data-api/records.ts';
import { createStack, resourcesOf, templateOf } from '../../support/platform/synthesis.ts';

const created = createStack('production', undefined, { assets: true });
const { app, outdir } = created;
app.synth();
const template = templateOf(created);

/** The code that is loaded with a file: what it imports with `import()` is loaded later. */
const loadedWith = (folder: string, file: string): string => {
  const texts = new Map<string, string>();
  const load = (name: string): void => {
    if (texts.has(name)) return;
    const text = readFileSync(join(folder, name), 'utf8');
    texts.set(name, text);
    for (const [, imported = ''] of text.matchAll(/(?<!\()require\("\.\/([^"]+)"\)/g)) load(imported);
  };
  load(file);
  return [...texts.values()].join('\n');
};

interface Bundle {
  /** Code that is loaded at the start. */
  readonly start: string;
  /** All code. */
  readonly text: string;
}

/** The code of each function, by its logical id. */
const bundles: readonly (readonly [string, Bundle])[] = [
  ...resourcesOf(template, 'AWS::Lambda::Function'),
].map(([id, { Properties }]) => {
  const { S3Key: key } = Properties['Code'] as { S3Key: string };
  const folder = join(outdir, `asset.${key.replace('.zip', '')}`);
  const files = readdirSync(folder).filter((file) => file.endsWith('.cjs'));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  return [id, { start: loadedWith(folder, 'index.cjs'), text }];
});

/** The start of a text that only the OpenAPI document has. */
const DOCUMENTED = documentRecordRoutes().listPeople.description.slice(0, 40);

/** The importer knows phone numbers, domain suffixes, words of twenty languages and, where it runs, S3. */
const maximumOf = (id: string): number => {
  if (id.startsWith('Imports')) return 1_220_000;
  // It writes Parquet, and knows S3.
  if (id.startsWith('Exports')) return 650_000;
  // They know domain suffixes, which they load for the first endpoint that they create, change or disable.
  if (/Manage(Keys|Webhooks)/.test(id)) return 650_000;
  return /ManageImports|CreateImport/.test(id) ? 1_050_000 : 500_000;
};

/** Whether a function serves or authorizes reads of the data API. */
const isReader = ([id]: readonly [string, Bundle]): boolean =>
  /^SalesApi(?!ServeOpenApi|ServeMcp|ServeOauth|CreateWebhook|DeleteWebhook|CreateExport|CreateImport)/.test(
    id,
  );

describe('the functions', () => {
  it('runs functions on the pinned runtime, with traces, JSON logs and log retention', () => {
    const functions = resourcesOf(template, 'AWS::Lambda::Function');
    expect(functions.size).toBeGreaterThan(40);
    for (const [id, { Properties }] of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
      // API Gateway times out after 29 seconds.
      if (/^(Sales|Admin)Api/.test(id)) expect(Properties['Timeout']).toBeLessThan(29);
    }
    for (const [, { Properties }] of resourcesOf(template, 'AWS::Logs::LogGroup')) {
      expect(Properties['RetentionInDays']).toBe(90);
    }
  });

  it('bundles small functions, without zod, documentation, DynamoDB writers or the SDK client on the read path', () => {
    for (const [id, { start, text }] of bundles) {
      expect(text.length, id).toBeLessThan(maximumOf(id));
      if (id.startsWith('AdminApi')) expect(start.length, id).toBeLessThan(175_000);
    }
    const readers = bundles.filter(isReader);
    // A function per route, and the authorizer.
    expect(readers).toHaveLength(READ_ROUTE_NAMES.length + 1);
    for (const [id, { start, text }] of readers) {
      expect(start.length, id).toBeLessThan(52_000);
      // Reads rejected rows of CSV, if there are some.
      expect(text.length, id).toBeLessThan(id.includes('GetImport') ? 90_000 : 76_000);
      for (const excluded of ['ZodError', 'TransactWriteCommand', 'DynamoDBServiceException', DOCUMENTED]) {
        expect(text, id).not.toContain(excluded);
      }
      // DynamoDB's endpoint needs `node:https`.
      expect(text, id).not.toMatch(/require\("(?:node:)?http"\)/);
    }
  });

  it('loads the SDK on first use', () => {
    const withSdk = (part: keyof Bundle): readonly string[] =>
      bundles.flatMap(([id, bundle]) => (/\bServiceException\b/.test(bundle[part]) ? [id] : []));
    expect(withSdk('text').length).toBeGreaterThan(4);
    expect(withSdk('start').filter((id) => !/^(?:ChangeEvents|Lookups|Imports|Exports)/.test(id))).toEqual(
      [],
    );
  });

  it('never formats by locale, because loading locale data doubles a cold start', () => {
    for (const [id, bundle] of bundles) {
      // They import rows, which know the names of time zones.
      if (/^Imports|CreateImport/.test(id)) continue;
      // These look up time zones on request.
      const code = /^(?:AdminApiManage(?:Organization|Imports)|SalesApiGet(?:Person|CallList))/.test(id)
        ? bundle.start
        : bundle.text;
      expect(code, id).not.toMatch(/\.toLocale(?:Date|Time)?String\(|\bIntl\./);
    }
  });
});
