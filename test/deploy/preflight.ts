import type { Finding } from '../../infra/cli/preflight/finding.ts';
import { runScript } from '../support/service/command.ts';
import type { Emulator } from './emulator.ts';
import { expectThat, REHEARSAL_STAGE } from './rehearsal.ts';

/** Checks that `npm run preflight` finds an account ready, but for the CDK's bootstrap stack at first. */
export const tryPreflight = async (
  { environment }: Emulator,
  { isBootstrapped }: { readonly isBootstrapped: boolean },
): Promise<void> => {
  const args = ['--stage', REHEARSAL_STAGE, '--json'];
  const { exitCode, stdout, stderr } = await runScript('infra/cli/preflight/main.ts', args, environment);
  const { findings = [] } = JSON.parse(stdout || '{}') as { findings?: readonly Finding[] };
  // The emulator knows no quotas.
  const others = findings.filter(({ name, state }) => state !== 'ok' && name !== 'EventBridge quotas');
  const text = others.map(({ name, detail }) => `\n    ${name}: ${detail}`).join('') + stderr;
  if (isBootstrapped) {
    expectThat(exitCode === 0 && others.length === 0, `npm run preflight finds no problem${text}`);
  } else {
    expectThat(
      exitCode === 1 && others.length === 1 && others[0]?.name === 'CDK bootstrap',
      `npm run preflight finds that the account is not bootstrapped, and nothing else${text}`,
    );
  }
};
