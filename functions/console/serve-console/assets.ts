import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file that the console loads, or a page or download of the documentation. */
export interface Asset {
  readonly contentType: string;
  /** Text, or Base64 of an archive. */
  readonly body: string;
  readonly isBase64Encoded?: true;
}

const ARCHIVE = { contentType: 'application/gzip', isBase64Encoded: true } as const;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.http': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/**
 * Reads all assets into memory, by file name.
 *
 * @throws Error for an unknown file extension
 */
export const readAssets = (folder: string): ReadonlyMap<string, Asset> =>
  new Map(
    readdirSync(folder).map((name) => {
      const path = join(folder, name);
      if (/\.(?:tgz|tar\.gz)$/.test(name)) return [name, { ...ARCHIVE, body: readFileSync(path, 'base64') }];
      const contentType = CONTENT_TYPES[extname(name)];
      if (contentType === undefined) throw new Error(`The console has an asset of an unknown kind: ${name}.`);
      return [name, { contentType, body: readFileSync(path, 'utf8') }];
    }),
  );
