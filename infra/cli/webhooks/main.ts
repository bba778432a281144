import { runCommand } from '../support/run-command.ts';
import { webhooksCommand } from './command.ts';

await runCommand(webhooksCommand);
