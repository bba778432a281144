import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './process/start-error.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** One folder per state of the sources. Not `cdk.out`, to which deployments synthesize other stages. */
const FOLDER = join(ROOT, 'node_modules', '.cache', 'assemblies');

/** Everything that an assembly is made from. */
const SOURCES: ReadonlySet<string> = new Set([
  ...['clients', 'connectors', 'console', 'functions', 'infra', 'shared'],
  ...['CHANGELOG.md', 'cdk.json', 'LICENSE', 'package.json', 'package-lock.json', 'tsconfig.json'],
]);
const NO_SOURCE =
  /(?:^|\/)(?:node_modules|dist|__pycache__)(?:\/|$)|^infra\/(?:local|cli)\/(?!synthesis\.ts$)/;

const KEPT_ASSEMBLIES = 3;
/** Longer than a synthesis takes: what is older belongs to a start that was killed. */
const UNUSED_MILLISECONDS = 600_000;
/** How often a running service, which loads functions from its assembly at any time, marks it as used. */
const MARK_MILLISECONDS = 60_000;

/** The paths of the files in a folder. Faster than a glob, which each start would wait for. */
const filesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if ((folder === '' && !SOURCES.has(path)) || NO_SOURCE.test(path)) return [];
    if (entry.isDirectory()) return filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });

/**
 * Hashes the names and contents of everything that an assembly is made from, itself included.
 *
 * @param root folder of the repository
 */
export const hashOfSources = (root: string): string => {
  const hash = createHash('sha256');
  for (const file of filesIn(root, '').toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
};

/** Runs the CDK application, with the feature flags of `cdk.json`. Its output is shown only if it fails. */
const runApp = async (outdir: string): Promise<void> => {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
  const child = spawn(process.execPath, [join(ROOT, 'infra', 'app.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      // Source maps take 1 second, and validation 2, for functions and a template that are not deployed.
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'source-maps': false }),
      SKIP_VALIDATION: 'true',
      // esbuild is written in Go, whose garbage collection otherwise takes a third of its CPU time.
      GOGC: '400',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const exitCode = await promise.finally(() => process.off('exit', stop));
  if (exitCode !== 0) throw new StartError(`The stack cannot be synthesized:\n\n${output.trim()}`);
};

/** Removes the assemblies that nothing has used lately, except the last ones, to which sources may return. */
export const removeOldAssemblies = (folder: string): void => {
  const all = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), isUnfinished: name.includes('.') }))
    .map((each) => ({ ...each, modified: statSync(each.path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.modified - a.modified);
  const kept = all.filter(({ isUnfinished }) => !isUnfinished).slice(0, KEPT_ASSEMBLIES);
  for (const each of all) {
    if (kept.includes(each) || Date.now() - each.modified < UNUSED_MILLISECONDS) continue;
    rmSync(each.path, { recursive: true, force: true });
  }
};

/** Marks an assembly as used. @returns whether it exists */
const markUsed = (assembly: string): boolean => {
  try {
    const now = new Date();
    utimesSync(assembly, now, now);
    return true;
  } catch {
    return false;
  }
};

/** Marks an assembly as used, until the returned function is called: other starts do not remove it. */
export const keepAssembly = (assembly: string): (() => void) => {
  markUsed(assembly);
  const marking = setInterval(() => markUsed(assembly), MARK_MILLISECONDS).unref();
  return () => clearInterval(marking);
};

/**
 * Synthesizes the stack of the default stage, unless an assembly of the same sources exists.
 *
 * @param progress called with a sentence before it takes seconds
 * @returns the folder of the assembly
 * @throws StartError with the output of the application if that fails
 */
export const synthesize = async (progress: (text: string) => void): Promise<string> => {
  for (;;) {
    const sources = hashOfSources(ROOT);
    const assembly = join(FOLDER, sources);
    if (markUsed(assembly)) return assembly;
    progress(
      'Bundling the functions and synthesizing the stack: some seconds, once per change of the sources.',
    );
    const unfinished = `${assembly}.${randomUUID()}`;
    try {
      await runApp(unfinished);
      // Sources that were saved meanwhile may be in it.
      if (hashOfSources(ROOT) !== sources) continue;
      renameSync(unfinished, assembly);
    } catch (error) {
      // Another start may have finished the same assembly meanwhile.
      if (!existsSync(assembly)) throw error;
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    removeOldAssemblies(FOLDER);
    return assembly;
  }
};
