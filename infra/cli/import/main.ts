import { runCommand } from '../support/run-command.ts';
import { importCommand } from './command.ts';

await runCommand(importCommand);
