import { writeFileSync } from 'node:fs';
import { documentFiles } from './documents.ts';

for (const { path, text } of documentFiles()) writeFileSync(path, text);
