import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

// npm runs `prepack` in the folder of the package.
const dist = join(process.cwd(), 'dist');
rmSync(dist, { recursive: true, force: true });
await buildPackage(process.cwd(), dist);
