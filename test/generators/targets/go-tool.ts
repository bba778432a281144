import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copy, driver, run, runDriver } from './run.ts';
import type { Target } from './target.ts';

interface GoTool {
  readonly name: string;
  /** The path of its program, and its version. */
  readonly tool: string;
  readonly version: string;
  /** Modules that the generated code imports, beyond the tool's own. */
  readonly requires: readonly string[];
  readonly configuration?: string;
  /** @param path of the document */
  args(path: string): readonly string[];
  /** Warnings that do not concern the document. */
  readonly harmless: RegExp;
  readonly driver: string;
}

const toolTarget = (tool: GoTool): Target => ({
  name: `${tool.name} ${tool.version}`,
  needs: ['go'],
  async generate({ path }, folder) {
    writeFileSync(join(folder, 'go.mod'), 'module generated\n\ngo 1.24\n');
    if (tool.configuration !== undefined)
      writeFileSync(join(folder, 'configuration.yml'), tool.configuration);
    mkdirSync(join(folder, 'api'));
    await run('go', ['get', '-tool', `${tool.tool}@v${tool.version}`], { folder });
    if (tool.requires.length > 0) await run('go', ['get', ...tool.requires], { folder });
    const { output } = await run('go', ['tool', tool.tool, ...tool.args(path)], { folder });
    const warnings = output.split('\n').filter((line) => /warn/i.test(line) && !tool.harmless.test(line));
    // Adds the checksums of what the generated code imports.
    await run('go', ['mod', 'tidy'], { folder });
    await run('go', ['build', './...'], { folder });
    return {
      warnings,
      async run(url, calls) {
        mkdirSync(join(folder, 'driver'));
        copy(driver(tool.driver, 'main.go'), join(folder, 'driver/main.go'));
        await run('go', ['build', '-o', 'call', './driver'], { folder });
        return runDriver(join(folder, 'call'), (file) => [url, file], calls, { folder });
      },
    };
  },
});

/** [oapi-codegen](https://github.com/oapi-codegen/oapi-codegen) */
export const oapiCodegen = (version: string): Target =>
  toolTarget({
    name: 'oapi-codegen',
    tool: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
    version,
    requires: ['github.com/oapi-codegen/runtime@v1.8.0'],
    // It prunes the schemas that only webhooks refer to, and then does not compile.
    args: (path) => ['-generate', 'types,client,skip-prune', '-package', 'api', '-o', 'api/api.go', path],
    harmless: /^$/,
    driver: 'oapi-codegen',
  });

/** [ogen](https://ogen.dev) */
export const ogen = (version: string): Target => ({
  ...toolTarget({
    name: 'ogen',
    tool: 'github.com/ogen-go/ogen/cmd/ogen',
    version,
    requires: [],
    configuration: 'generator:\n  content_type_aliases:\n    application/problem+json: application/json\n',
    args: (path) => ['--config', 'configuration.yml', '--target', 'api', '--package', 'api', path],
    // Names of headers are case-insensitive: ogen prefers `Etag` to `ETag`. A parsed URL has no maximum
    // length.
    harmless: /Header name is not canonical|String validator cannot be applied/,
    driver: 'ogen',
  }),
  // It decodes milliseconds too, but its encoder omits them.
  precision: 'seconds',
});
