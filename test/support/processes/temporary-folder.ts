import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process and those it starts their own temporary folder. What they leave behind, or a killed
 * process of them, goes with it when this process exits.
 */
export const useTemporaryFolder = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'sales-data-tests-'));
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
};
