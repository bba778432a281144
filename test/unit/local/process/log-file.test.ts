import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openAccessLog } from '../../../../infra/local/api-gateway/server/access-log.ts';
import { createMailFile } from '../../../../infra/local/cognito/mail.ts';
import { createLogWriter } from '../../../../infra/local/lambda/function-log.ts';
import { boundLog, olderPart } from '../../../../infra/local/process/bounded-log.ts';
import { openLogFile, writeLine } from '../../../../infra/local/process/log-file.ts';
import { reportError } from '../../../../infra/local/process/report-error.ts';

const HOSTILE = 'Zoë \x1b]0;owned\x07\x9b31m\x7f\u2028\u202E\u2066\r\nforged "quoted"';
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/u;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'logs-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const fail = (error: Error): never => {
  throw error;
};

const onlyLine = (path: string): string => {
  const text = readFileSync(path, 'utf8');
  expect(text).not.toMatch(UNPRINTABLE);
  expect(text.split('\n')).toHaveLength(2);
  return text;
};

it('logs foreign text in functions without control of a terminal, and without loss', () => {
  const log = openLogFile(join(directory, 'functions.log'), fail);
  createLogWriter(log, 'function')('INFO', 'request', [{ name: HOSTILE }]);
  log.close();
  expect(JSON.parse(onlyLine(log.path))).toMatchObject({ message: { name: HOSTILE } });
});

it('writes emails without control of a terminal, and without loss', () => {
  const file = openLogFile(join(directory, 'mail.jsonl'), fail);
  createMailFile(file)({ to: HOSTILE, subject: HOSTILE, text: HOSTILE });
  file.close();
  expect(JSON.parse(onlyLine(file.path))).toMatchObject({ to: HOSTILE, text: HOSTILE });
});

it('logs requests without control of a terminal, and without loss', () => {
  const path = join(directory, 'access.log');
  const log = openAccessLog(path, '{"agent":"$context.identity.userAgent"}', fail);
  const variables = new Map([['identity.userAgent', HOSTILE]]);
  const response = { status: 200, headers: [], body: '' };
  log.write({ response, variables }, 0, 0);
  log.close();
  expect(JSON.parse(onlyLine(path))).toEqual({ agent: HOSTILE });
});

it('moves the lines of a long log to its older part, without moving the file', () => {
  const log = openLogFile(join(directory, 'long.log'), fail);
  writeLine(log, 'first');
  boundLog(log, 100);
  writeLine(log, 'x'.repeat(100));
  boundLog(log, 100);
  writeLine(log, 'last');
  log.close();
  expect(readFileSync(log.path, 'utf8')).toBe('last\n');
  expect(readFileSync(olderPart(log.path), 'utf8')).toBe(`first\n${'x'.repeat(100)}\n`);
});

it('reports errors without control of the terminal', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportError(new Error(HOSTILE));
  const printed = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(printed).toContain('owned');
  expect(printed).not.toMatch(UNPRINTABLE);
});
