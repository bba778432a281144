import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOWED_CHANGES } from '../support/contract/openapi/compatibility/allowed-changes.ts';
import type { DocumentChange } from '../support/contract/openapi/compatibility/document-change.ts';
import { RULED_OUT_CHANGES } from '../support/contract/openapi/compatibility/ruled-out-changes.ts';
import { ROOT, runProgram } from '../support/service/command.ts';
import { run } from './targets/run.ts';

const VERSION = '1.35.0';
const RELEASED = 'shared/operations/openapi/released/data-api.json';

/**
 * Lets [oasdiff](https://www.oasdiff.com) judge the changes that the test of compatibility judges.
 *
 * @param folder for the tool and the changed documents
 * @returns where they disagree without a documented reason
 */
export const compareWithOasdiff = async (folder: string): Promise<readonly string[]> => {
  const tool = join(folder, 'oasdiff');
  // `-modcacherw` lets the folder be removed.
  const environment = { GOBIN: folder, GOFLAGS: '-modcacherw' };
  await run('go', ['install', `github.com/oasdiff/oasdiff@v${VERSION}`], { folder, environment });
  const released = readFileSync(join(ROOT, RELEASED), 'utf8');
  const base = join(folder, 'base.json');
  writeFileSync(base, released);
  const judge = async ({ name, apply, breaks, oasdiff }: DocumentChange): Promise<string | undefined> => {
    const revision = join(folder, 'revision.json');
    const document = JSON.parse(released);
    apply(document);
    writeFileSync(revision, JSON.stringify(document));
    const { exitCode, stdout, stderr } = await runProgram(tool, [
      'breaking',
      base,
      revision,
      '--fail-on',
      'WARN',
    ]);
    if (exitCode !== 0 && exitCode !== 1) return `${name}: ${stderr}`;
    const isSame = (exitCode === 1) === (breaks !== null);
    if (isSame === (oasdiff === undefined)) return undefined;
    return isSame
      ? `${name}: judged alike, against its documented reason`
      : `${name}: ${stdout || 'allowed'}`;
  };
  const problems: (string | undefined)[] = [];
  for (const change of [...RULED_OUT_CHANGES, ...ALLOWED_CHANGES]) problems.push(await judge(change));
  return problems.filter((problem) => problem !== undefined);
};
