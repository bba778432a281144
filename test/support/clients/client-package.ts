import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packDownload } from '../../../infra/packages/download.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import { type CommandResult, ROOT, runProgram } from '../service/command.ts';

/** npm without a registry, and with its own cache. */
const NPM_ENVIRONMENT = {
  npm_config_audit: 'false',
  npm_config_cache: mkdtempSync(join(tmpdir(), 'npm-cache-')),
  // A script of npm that runs the tests hands on the project's setting.
  npm_config_ignore_scripts: 'false',
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_update_notifier: 'false',
};

/** Runs shell commands in a folder, npm in them without a registry. */
export const runIn = (
  folder: string,
  commands: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  runProgram('sh', ['-ec', `cd '${folder}'\n${commands}`], { ...NPM_ENVIRONMENT, ...environment });

/** The path of the TypeScript client as an archive that npm installs, packed as for download. */
export const clientArchive = lazily(async (): Promise<string> => {
  const packed = join(mkdtempSync(join(tmpdir(), 'client-package-')), 'sales-data-client.tgz');
  writeFileSync(packed, await packDownload('sales-data-client.tgz', join(ROOT, 'clients', 'typescript')));
  return packed;
});
