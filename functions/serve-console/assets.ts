import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * A file that the console loads, or a page or download of the documentation. All are text: the API has no binary media
 * types.
 */
export interface Asset {
  readonly contentType: string;
  readonly body: string;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
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
      const contentType = CONTENT_TYPES[extname(name)];
      if (contentType === undefined) throw new Error(`The console has an asset of an unknown kind: ${name}.`);
      return [name, { contentType, body: readFileSync(join(folder, name), 'utf8') }];
    }),
  );
