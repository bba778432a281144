import { runCommand } from '../support/run-command.ts';
import { organizationsCommand } from './command.ts';

await runCommand(organizationsCommand);
