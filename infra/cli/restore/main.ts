import { runMain } from '../support/run-command.ts';

await runMain(async () => (await import('./command.ts')).restoreCommand);
