import Module, { createRequire } from 'node:module';

type Modules = Record<string, NodeModule | undefined>;

/** The loader of Node.js: `_cache` is what `require.cache` refers to. */
const loader = Module as unknown as {
  _cache: Modules;
  readonly prototype: { require(this: NodeModule, id: string): unknown };
};
const graphs: Modules[] = [];
const requireModule = loader.prototype.require;

const within = <T>(graph: Modules, run: () => T): T => {
  const surrounding = loader._cache;
  loader._cache = graph;
  try {
    return run();
  } finally {
    loader._cache = surrounding;
  }
};

// Functions also load modules later, which must belong to the graph of the module that loads them.
loader.prototype.require = function (id) {
  const graph = graphs.find((modules) => modules[this.filename] === this) ?? loader._cache;
  return within(graph, () => requireModule.call(this, id));
};

/** Loads a CommonJS module with instances of its own of all modules that it loads, now or later. */
export const loadSeparately = (file: string): Record<string, unknown> => {
  const graph: Modules = Object.create(null);
  graphs.push(graph);
  return within(graph, () => createRequire(import.meta.url)(file));
};
