import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STAGE_NAMES, type StageConfig, stageConfig } from '../../../infra/config.ts';
import { callingHoursProps } from '../../../infra/constructs/calling-hours/calling-hours.ts';
import { callingHoursTableSchema } from '../../../shared/calling-hours/table.ts';
import {
  createStack,
  permissionsOf,
  resourcesOf,
  synthesize,
  templateOf,
} from '../../support/platform/synthesis.ts';
import { northAmerica } from '../../support/records/calling-hours.ts';

const TABLE = 'shared/calling-hours/north-america.json';
const ROOT = join(import.meta.dirname, '..', '..', '..');

const configWith = (table: string): StageConfig => ({
  ...stageConfig('production'),
  callingHours: { table },
});

/** A table of an operator, in its own file. */
const fileWith = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'hours-')), 'hours.json');
  writeFileSync(file, text);
  return relative(ROOT, file);
};

const isJudging = (id: string): boolean => /^SalesApiGet(?:Person|CallList)Function/.test(id);

const functionsWith = (template: Template) =>
  [...resourcesOf(template, 'AWS::Lambda::Function')]
    .filter(([, { Properties }]) =>
      JSON.stringify(Properties['Environment'] ?? {}).includes('CALLING_HOURS_TABLE'),
    )
    .map(([id]) => id);

const companyReaders = (template: Template) =>
  [...permissionsOf(template)]
    .filter(
      ([id, permissions]) =>
        id.startsWith('SalesApiGetPerson') && JSON.stringify(permissions).includes('#COMPANY#'),
    )
    .map(([id]) => id);

describe('calling hours', () => {
  it('configures calling hours in development only', () => {
    expect(STAGE_NAMES.filter((stage) => stageConfig(stage).callingHours !== undefined)).toEqual([
      'development',
    ]);
    const template = synthesize('production');
    expect(functionsWith(template)).toEqual([]);
    expect(companyReaders(template)).toEqual([]);
  });

  it('adds the table to the two functions that judge calls, and no resource', () => {
    const created = createStack('production', configWith(TABLE));
    const { outdir } = created;
    const template = templateOf(created);
    const ids = functionsWith(template);
    expect(ids.every(isJudging)).toBe(true);
    expect(ids).toHaveLength(2);
    expect(companyReaders(template)).toHaveLength(1);
    expect(Object.keys(template.toJSON()['Resources'])).toEqual(
      Object.keys(synthesize('production').toJSON()['Resources']),
    );
    for (const name of ['get-person', 'get-call-list']) {
      const folder = join(outdir, 'bundles-with-files', name);
      const table = JSON.parse(readFileSync(join(folder, 'calling-hours.json'), 'utf8'));
      expect(callingHoursTableSchema.parse(table)).toEqual({ ...northAmerica, about: [] });
      expect(existsSync(join(folder, 'index.cjs'))).toBe(true);
    }
  });

  it('names the file and the position of each problem', () => {
    const table = structuredClone(northAmerica);
    table.regions['US-FL']?.rules?.[0]?.hours.push('mon 20:00-08:00');
    table.numbers[0]?.regions.push('US-XX');
    const file = fileWith(JSON.stringify(table));
    expect(() => callingHoursProps(configWith(file))).toThrow(
      `The table of calling hours, ${file}, is invalid: regions.US-FL.rules[0].hours[1] must be days ` +
        'and times',
    );
    table.regions['US-FL']?.rules?.[0]?.hours.pop();
    const other = fileWith(JSON.stringify(table));
    expect(() => callingHoursProps(configWith(other))).toThrow(
      'numbers[0].regions[1] names an unknown region, US-XX.',
    );
  });

  it.each([
    ['{', 'is invalid: '],
    ['[]', 'is invalid: the table '],
  ])('rejects %s', (text, expected) => {
    expect(() => callingHoursProps(configWith(fileWith(text)))).toThrow(expected);
  });

  it('names a missing file', () => {
    expect(() => callingHoursProps(configWith('nowhere.json'))).toThrow(
      'Cannot read the table of calling hours, nowhere.json.',
    );
  });
});
