import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { type Files, packArchive } from './archive.ts';
import { buildPackage } from './build-package.ts';

/** What builds, tools and tests leave in a folder of sources. */
const OMITTED = /^(?:\..*|__pycache__|node_modules|tests?|dist|build|.*\.egg-info|.*\.pyc)$/;

const filesOf = (folder: string): Files =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file)]),
  );

const sourcesIn = (folder: string): Files =>
  new Map([...filesOf(folder)].filter(([path]) => !path.split('/').some((name) => OMITTED.test(name))));

/** The files of `npm pack`. */
const packageFiles = async (folder: string): Promise<Files> => {
  const outdir = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    await buildPackage(folder, outdir);
    const built = [...filesOf(outdir)].map(([path, content]) => [`dist/${path}`, content] as const);
    const copied = ['LICENSE', 'README.md', 'package.json'].map(
      (name) => [name, readFileSync(join(folder, name))] as const,
    );
    return new Map([...copied, ...built]);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

/**
 * Packs a folder for download: an npm package is built and packed as `npm pack` does; of any other folder,
 * the sources are packed without tests.
 *
 * @param file ends in `.tgz` or `.tar.gz`
 * @param folder an absolute path
 * @returns the same bytes for the same files
 * @throws Error if the package does not compile
 */
export const packDownload = async (file: string, folder: string): Promise<Buffer> =>
  existsSync(join(folder, 'package.json'))
    ? packArchive('package', await packageFiles(folder))
    : packArchive(basename(file).replace(/\.(?:tgz|tar\.gz)$/, ''), sourcesIn(folder));
