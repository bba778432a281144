import { runCommand } from '../support/run-command.ts';
import { keysCommand } from './command.ts';

await runCommand(keysCommand);
