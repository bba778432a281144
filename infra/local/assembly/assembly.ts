import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { messageOf, StartError } from '../process/start-error.ts';

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ templateFile: z.string().optional() }).optional(),
    }),
  ),
});

export const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Condition: z.string().optional(),
      Properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});
export type Template = z.infer<typeof templateSchema>;

/** The output of `cdk synth` for the stack of the service. */
export interface Assembly {
  readonly stackName: string;
  readonly template: Template;
  /** The folder that CDK would upload as a zip with this object key. */
  assetDirectory(objectKey: string): string;
}

const readJson = <T>(file: string, schema: z.ZodType<T>): T => {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : messageOf(error);
    throw new StartError(
      `The cloud assembly cannot be read: ${file}: ${reason}. Create it with "npx cdk synth".`,
    );
  }
};

/**
 * Reads a cloud assembly with one stack.
 *
 * @param path of the folder that CDK synthesized to
 * @throws StartError if it is missing or does not have exactly one stack
 */
export const readAssembly = (path: string): Assembly => {
  const folder = resolve(path);
  const artifacts = Object.entries(readJson(join(folder, 'manifest.json'), manifestSchema).artifacts);
  const stacks = artifacts.filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  const templateFile = stack?.[1].properties?.templateFile;
  if (stacks.length !== 1 || stack === undefined || templateFile === undefined) {
    throw new StartError(
      `The cloud assembly in ${folder} has ${stacks.length} stacks; it must have exactly one.`,
    );
  }
  return {
    stackName: stack[0],
    template: readJson(join(folder, templateFile), templateSchema),
    assetDirectory(objectKey) {
      // CDK stages code in this folder.
      const directory = join(folder, `asset.${objectKey.replace(/\.zip$/, '')}`);
      if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
      throw new StartError(
        `The cloud assembly in ${folder} lacks the asset ${objectKey}. Run "npx cdk synth" again.`,
      );
    },
  };
};
