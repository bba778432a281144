import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { createStack, resourcesOf } from '../support/synthesis.ts';

const { app, stack, outdir } = createStack('production');
app.synth();
const template = Template.fromStack(stack);

/** The code of each function, by its logical id. */
const bundlesOf = (source: Template, folder: string): ReadonlyMap<string, string> =>
  new Map(
    [...resourcesOf(source, 'AWS::Lambda::Function')].map(([id, { Properties }]) => {
      const { S3Key: key } = Properties['Code'] as { S3Key: string };
      return [id, readFileSync(join(folder, `asset.${key.replace('.zip', '')}`, 'index.cjs'), 'utf8')];
    }),
  );

/** Whether a function serves or authorizes reads of the data API. */
const isReader = ([id]: readonly [string, string]): boolean =>
  id.startsWith('SalesApi') && !id.startsWith('SalesApiServeOpenApi');

describe('the functions', () => {
  it('run on the pinned runtime, with traces, JSON logs and log retention', () => {
    const functions = resourcesOf(template, 'AWS::Lambda::Function');
    expect(functions.size).toBe(14);
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

  it('are small, without zod, DynamoDB writers or the SDK client on the read path', () => {
    const bundles = [...bundlesOf(template, outdir)];
    for (const [, text] of bundles) expect(text.length).toBeLessThan(500_000);
    const readers = bundles.filter(isReader);
    expect(readers).toHaveLength(5);
    for (const [id, text] of readers) {
      expect(text.length, id).toBeLessThan(60_000);
      for (const excluded of ['ZodError', 'TransactWriteCommand', 'DynamoDBServiceException']) {
        expect(text, id).not.toContain(excluded);
      }
    }
  });

  it('never format by locale, because loading locale data takes as long as the rest of a cold start', () => {
    for (const [id, text] of bundlesOf(template, outdir)) {
      expect(text, id).not.toMatch(/\.toLocale(?:Date|Time)?String\(|\bIntl\./);
    }
  });
});
