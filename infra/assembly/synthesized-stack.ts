import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inlineNestedStacks } from './nested-stacks.ts';
import { type Template, templateSchema } from './template.ts';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({
          templateFile: z.string().optional(),
          file: z.string().optional(),
          requiresBootstrapStackVersion: z.int().optional(),
          bootstrapStackVersionSsmParameter: z.string().optional(),
        })
        .default({}),
    }),
  ),
});

const assetManifestSchema = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string().optional() }) })),
});

/** @throws Error with one line */
const readJson = <T>(file: string, schema: z.ZodType<T>): T => {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error);
    throw new Error(`${file}: ${reason}`, { cause: error });
  }
};

/**
 * Reads the only stack of a cloud assembly.
 *
 * @param folder that CDK synthesized to
 * @throws Error if it is missing or has another number of stacks
 */
export const readSynthesizedStack = (folder: string) => {
  const artifacts = Object.entries(readJson(join(folder, 'manifest.json'), manifestSchema).artifacts);
  const ofType = (type: string) => artifacts.filter(([, artifact]) => artifact.type === type);
  const stacks = ofType('aws:cloudformation:stack');
  const [stack] = stacks;
  const templateFile = stack?.[1].properties.templateFile;
  if (stacks.length !== 1 || stack === undefined || templateFile === undefined) {
    throw new Error(`${folder} has ${stacks.length} stacks; it must have exactly one`);
  }
  const assets = new Map(
    ofType('cdk:asset-manifest').flatMap(([, manifest]) =>
      Object.entries(readJson(join(folder, manifest.properties.file ?? ''), assetManifestSchema).files),
    ),
  );
  const resourceCounts = new Map<string, number>();
  const readTemplate = (file: string): Template => {
    const template = readJson(join(folder, file), templateSchema);
    resourceCounts.set(file, Object.keys(template.Resources).length);
    return template;
  };
  const template = inlineNestedStacks(readTemplate(templateFile), (url) => {
    const [, hash = ''] = /\/(\w+)\.json"/.exec(JSON.stringify(url)) ?? [];
    return readTemplate(assets.get(hash)?.source.path ?? '');
  });
  const [stackName, { properties }] = stack;
  return {
    stackName,
    /** With the resources of nested stacks. */
    template,
    /**
     * How many resources each stack has, by the file of its template: first the parent, then its nested ones.
     */
    resourceCounts: resourceCounts as ReadonlyMap<string, number>,
    bootstrap: {
      parameter: properties.bootstrapStackVersionSsmParameter,
      version: properties.requiresBootstrapStackVersion,
    },
  };
};
