/**
 * Rehearses a deployment without an AWS account: `npm run check -- rehearse`. Lints the templates of all
 * stages, checks an emulator from PyPI with `npm run preflight`, deploys one stage to it, runs
 * `npm run verify`, the operator commands and the service tests against it, updates it, and destroys it,
 * which retains
 * the data. Without Python 3.10 or later, or without PyPI, it skips with a reason. Exits with 0 on success or
 * when skipped, else with 1.
 */
import { useTemporaryFolder } from '../support/processes/temporary-folder.ts';
import { createCdk } from './cdk.ts';
import { EMULATOR_LOG, type Emulator, startEmulator } from './emulator.ts';
import { lintTemplates } from './lint-templates.ts';
import { tryOperatorCommands } from './operator-commands.ts';
import { tryPreflight } from './preflight.ts';
import { type PythonTools, preparePythonTools } from './python.ts';
import { say } from './rehearsal.ts';
import { tryRemoval } from './removal.ts';
import { runServiceTests } from './service-tests.ts';
import { tryUpdate } from './update.ts';
import { tryVerification } from './verification.ts';

/** The emulator's URL of an API: the domain names that AWS assigns do not resolve to the emulator. */
const emulatedUrl = ({ url }: Emulator, apiUrl: string): string => {
  const { hostname, pathname } = new URL(apiUrl);
  return `${url}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
};

const rehearse = async (tools: PythonTools): Promise<void> => {
  say('Linting the templates');
  await lintTemplates(tools);
  say('Starting the emulator');
  const emulator = await startEmulator(tools.python);
  try {
    const cdk = createCdk(emulator);
    say('npm run preflight');
    await tryPreflight(emulator, { isBootstrapped: false });
    say('cdk bootstrap');
    await cdk.bootstrap();
    await tryPreflight(emulator, { isBootstrapped: true });
    say('cdk deploy');
    const outputs = await cdk.deploy();
    const baseUrl = emulatedUrl(emulator, outputs['ApiUrl'] ?? '');
    say('npm run verify');
    await tryVerification(emulator, baseUrl, emulatedUrl(emulator, outputs['AdminUrl'] ?? ''));
    say("Operators' commands");
    const organization = await tryOperatorCommands(emulator);
    say(`Service tests against ${baseUrl}`);
    await runServiceTests(emulator, baseUrl);
    say('cdk deploy of a changed stack');
    const deployed = { cdk, outputs, baseUrl, organization };
    await tryUpdate(emulator, deployed);
    say('cdk destroy');
    await tryRemoval(emulator, deployed);
  } finally {
    await emulator.stop();
  }
};

useTemporaryFolder();
const tools = await preparePythonTools();
if ('missing' in tools) {
  process.stdout.write(`The rehearsal is skipped: ${tools.missing}.\n`);
} else {
  try {
    await rehearse(tools);
    say('The rehearsal succeeded.');
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.stack : String(error)}\nThe emulator's log: ${EMULATOR_LOG}\n`,
    );
    process.exitCode = 1;
  }
}
