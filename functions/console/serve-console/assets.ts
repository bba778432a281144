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
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/**
 * The assets of a folder by file name. Each is read when it is requested: most environments serve a few of
 * hundreds of pages.
 *
 * @throws Error for an unknown file extension
 */
export const findAssets = (folder: string): ReadonlyMap<string, Asset> =>
  new Map(
    readdirSync(folder).map((name) => {
      const isArchive = /\.(?:tgz|tar\.gz)$/.test(name);
      const properties = isArchive ? ARCHIVE : { contentType: CONTENT_TYPES[extname(name)] };
      const { contentType } = properties;
      if (contentType === undefined) throw new Error(`The console has an asset of an unknown kind: ${name}.`);
      const asset: Asset = {
        ...properties,
        contentType,
        get body() {
          return readFileSync(join(folder, name), isArchive ? 'base64' : 'utf8');
        },
      };
      return [name, asset];
    }),
  );
