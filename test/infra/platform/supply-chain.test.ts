import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thirdPartyLicenses } from '../../../infra/constructs/platform/third-party-licenses.ts';
import { createStack, resourcesOf, templateOf } from '../../support/platform/synthesis.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const created = createStack('development', undefined, { assets: true });
const { app, outdir } = created;
app.synth();

const assetOf = (Properties: Record<string, unknown>): string => {
  const { S3Key: key } = Properties['Code'] as { S3Key: string };
  return join(outdir, `asset.${key.replace('.zip', '')}`);
};
const assets = new Map(
  [...resourcesOf(templateOf(created), 'AWS::Lambda::Function')].map(([id, { Properties }]) => [
    id.replace(/Function[0-9A-F]{8}$/, ''),
    assetOf(Properties),
  ]),
);
const licensesOf = (name: string, file = 'licenses.txt'): string =>
  readFileSync(join(assets.get(name) ?? '', file), 'utf8');

/** Licenses that allow redistribution with their text included. */
const ACCEPTED = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);

const titlesIn = (licenses: string) => [
  ...licenses.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) (\d\S*) \(([^)]+)\)$/gm),
];

/** A function without any third-party package. */
const WITHOUT_PACKAGES = 'AdminApiUsersTriggers';

describe('third-party licenses', () => {
  it.each([...assets.keys()].filter((name) => name !== WITHOUT_PACKAGES))(
    'puts licenses, which all allow redistribution, into the asset of %s',
    (name) => {
      const licenses = licensesOf(name);
      const titles = titlesIn(licenses);
      expect(titles.map(([, title]) => title)).toContain('@middy/core');
      for (const [title, , , license = ''] of titles) expect(ACCEPTED, title).toContain(license);
      expect(licenses).toMatch(/Permission is hereby granted, free of charge/);
    },
  );

  it('lists exactly the bundled packages', () => {
    const titles = titlesIn(licensesOf('SalesApiGetPerson')).map(([, title]) => title);
    expect(titles).toEqual(['@middy/core']);
    expect(licensesOf('WebhooksDeliver')).toMatch(/^ipaddr\.js 2/m);
    expect(titlesIn(licensesOf(WITHOUT_PACKAGES))).toEqual([]);
  });

  it("puts the licenses of the console's packages into its function's asset, without serving them", () => {
    const titles = titlesIn(licensesOf('AdminApiServeConsole', 'console-licenses.txt'));
    expect(titles.map(([, title]) => title).sort()).toEqual(['oauth4webapi', 'preact']);
    expect(
      existsSync(join(assets.get('AdminApiServeConsole') ?? '', 'console', 'console-licenses.txt')),
    ).toBe(false);
  });

  it('never reads licenses at run time', () => {
    for (const [name, asset] of assets) {
      expect(readFileSync(join(asset, 'index.cjs'), 'utf8'), name).not.toContain('licenses.txt');
    }
  });

  it('requires a license for every bundled package', () => {
    const used = { bytesInOutput: 1 };
    expect(() => thirdPartyLicenses(ROOT, { 'node_modules/no-such-package/index.js': used })).toThrow(
      'ENOENT',
    );
    // Our own code, and code removed by tree shaking, needs no license.
    const none = thirdPartyLicenses(ROOT, {
      'functions/keys/authorize/index.ts': used,
      'node_modules/no-such-package/index.js': { bytesInOutput: 0 },
    });
    expect(titlesIn(none)).toEqual([]);
  });
});

describe('the threat model', () => {
  it('refers only to existing tests', () => {
    const named = [...readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').matchAll(/`(test\/[\w/.-]+)`/g)];
    expect(named.length).toBeGreaterThan(20);
    for (const [, file = ''] of named) expect(existsSync(join(ROOT, file)), file).toBe(true);
  });
});

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  /** Whether its parent package contains it. */
  readonly inBundle?: boolean;
}
const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
const description = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe('the packages', () => {
  it('lists every package with an install script in `allowScripts`, and allows none of them', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect([...new Set(withScripts)].sort()).toEqual(Object.keys(description.allowScripts).sort());
    expect(description.allowScripts).toEqual({ esbuild: false });
    // Older versions of npm ignore that list.
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  });

  it('pins exact versions, from the registry, with a checksum', () => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries(description[kind])) {
        // A package under another name is `npm:name@version`.
        expect(version, name).toMatch(/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
      }
    }
    for (const [path, { resolved, integrity, inBundle }] of Object.entries(lock.packages)) {
      if (path === '' || inBundle === true) continue;
      // The lock file omits URLs of the registry, but not those of other sources.
      expect(resolved, path).toBeUndefined();
      expect(integrity, path).toMatch(/^sha512-/);
    }
  });
});
