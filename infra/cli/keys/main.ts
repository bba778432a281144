import { runCommand } from '../support/run-command.ts';

await runCommand(async () => (await import('./command.ts')).keysCommand);
