import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies an assembly and changes its template. Another synthesis would load the CDK and bundle the functions
 * again, for several seconds of CPU time.
 *
 * @param changes patterns of the template's text with their replacements
 * @returns the new folder, which the caller removes
 * @throws Error if a pattern does not occur
 */
export const changeAssembly = (original: string, changes: readonly (readonly [RegExp, string])[]): string => {
  const assembly = mkdtempSync(join(tmpdir(), 'changed-assembly-'));
  cpSync(original, assembly, { recursive: true });
  const file = join(assembly, 'SalesData-development.template.json');
  let text = readFileSync(file, 'utf8');
  for (const [pattern, replacement] of changes) {
    if (text.search(pattern) < 0) throw new Error(`The template does not contain ${pattern}.`);
    text = text.replaceAll(pattern, replacement);
  }
  writeFileSync(file, text);
  return assembly;
};
