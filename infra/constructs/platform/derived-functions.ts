import { basename, dirname } from 'node:path';
import type { Plugin } from 'esbuild';
import { PLAIN_KINDS, pluralOf, snakeOf } from '../../../shared/kinds/names.ts';

const NAMESPACE = 'derived';

/**
 * The functions of the operations on each kind without code of its own, and their code. Each loads only its
 * own kind. One with a folder of its own in `functions/` has its code there.
 */
const CODE: ReadonlyMap<string, string> = new Map(
  PLAIN_KINDS.flatMap((kind) => {
    const name = snakeOf(kind).toUpperCase();
    const declared = (...names: readonly string[]) =>
      `import { ${names.join(', ')} } from './shared/kinds/${kind}.ts';\n`;
    const code = (made: string, file: string, names: readonly string[], given: string) =>
      `import { ${made} } from './functions/records/${file}.ts';\n${declared(...names)}` +
      `export const handler = ${made}('${kind}', ${given});\n`;
    return [
      [
        `list-${pluralOf(kind)}`,
        code('listFunction', 'list-records', [name, `${name}_LOOKUPS`], `${name}.fields, ${name}_LOOKUPS`),
      ],
      [`get-${kind}`, code('getFunction', 'get-record', [name], `${name}.fields`)],
    ];
  }),
);

/** Their entry points, by name. */
export const DERIVED_ENTRIES: ReadonlyMap<string, string> = new Map(
  [...CODE.keys()].map((name) => [name, `${NAMESPACE}:functions/${name}/index.ts`]),
);

/** Gives esbuild the code of derived functions. */
export const derivedFunctions = (resolveDir: string): Plugin => ({
  name: NAMESPACE,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^derived:/ }, ({ path }) => ({
      path: path.slice(NAMESPACE.length + 1),
      namespace: NAMESPACE,
    }));
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: CODE.get(basename(dirname(path))) ?? '',
      loader: 'ts',
      resolveDir,
    }));
  },
});
