import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { ROOT, runScript } from '../../support/service/command.ts';

/** Kept between runs, until the packages are reinstalled. */
const CACHE = join(ROOT, 'node_modules', '.cache');

const packageVersion = (): string =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8'))
    .version;

/** Prefers the bundled fonts, so that pages look the same everywhere. */
const fontConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

/** Unpacks the bundled browser unless it is cached. Returns its folder. */
const unpack = async (): Promise<string> => {
  const folder = join(CACHE, `chromium-${packageVersion()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'chromium-'));
  const { exitCode, stderr } = await runScript('test/browser/support/extract-chromium.ts', [], {
    TMPDIR: unfinished,
  });
  if (exitCode !== 0) throw new Error(`The browser could not be unpacked: ${stderr}`);
  writeFileSync(join(unfinished, 'fonts.conf'), fontConfiguration(folder));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // A concurrent run unpacked it first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/** npm installs a browser on Linux x64 only. */
const isBundled = process.platform === 'linux' && process.arch === 'x64';

const bundledBrowser = async (): Promise<LaunchOptions> => {
  const folder = await unpack();
  const libraries = [process.env['LD_LIBRARY_PATH'], join(folder, 'al2023', 'lib')];
  return {
    executablePath: join(folder, 'chromium'),
    // At the limit, Chromium keeps no spare renderer, which every new page would replace.
    args: ['--disable-gpu', '--renderer-process-limit=1'],
    // The sandbox works neither in containers nor as root, and tests only open our own pages.
    chromiumSandbox: false,
    env: {
      ...process.env,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
    },
  };
};

/** Starts the browser that all tests share. Returns `undefined` if none is installed. */
export const startBrowser = async (): Promise<BrowserServer | undefined> => {
  const candidates: readonly LaunchOptions[] = isBundled
    ? [await bundledBrowser()]
    : [{ channel: 'chrome' }, { channel: 'msedge' }, { channel: 'chromium' }];
  const failures: unknown[] = [];
  for (const options of candidates) {
    try {
      return await chromium.launchServer({ headless: true, host: '127.0.0.1', ...options });
    } catch (error) {
      failures.push(error);
    }
  }
  if (isBundled) throw new AggregateError(failures, 'The browser does not start.');
  console.warn('Skipping the browser tests: neither Chrome nor Edge is installed.');
  return undefined;
};
