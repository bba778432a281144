import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page with what the benchmarks print. */
export const PAGE = join(import.meta.dirname, '..', '..', '..', 'infra', 'docs', 'performance-tables.md');

/** The page with the section of the benchmark replaced, or added at its end. */
export const withSection = (page: string, name: string, text: string): string => {
  const sections = page.split(/^(?=## )/m);
  const isOld = (section: string): boolean => section.startsWith(`## ${name}\n`);
  const section = `## ${name}\n\n${text.trimEnd()}\n`;
  return (sections.some(isOld) ? sections : [...sections, section])
    .map((old) => `${(isOld(old) ? section : old).trimEnd()}\n`)
    .join('\n');
};

/** Takes `--document` off the options, and writes what the process prints into the page once it succeeded. */
export const documentOutput = (name: string): void => {
  process.argv = process.argv.filter((argument) => argument !== '--document');
  const command = ['npm run bench --', name, ...process.argv.slice(2)].join(' ');
  const write = process.stdout.write.bind(process.stdout);
  let printed = '';
  process.stdout.write = ((...[chunk, ...rest]: Parameters<typeof write>) => {
    printed += String(chunk);
    return write(chunk, ...rest);
  }) as typeof write;
  process.on('exit', (code) => {
    if (code !== 0) return;
    writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), name, `    ${command}\n\n${printed}`));
  });
};
