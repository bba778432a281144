import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSynthesizedStack } from '../../assembly/synthesized-stack.ts';
import type { Template } from '../../assembly/template.ts';
import { messageOf, StartError } from '../process/start-error.ts';

/** The output of `cdk synth` for the stack of the service. */
export interface Assembly {
  readonly stackName: string;
  /** With the resources of nested stacks. */
  readonly template: Template;
  /** The folder that CDK would upload as a zip with this object key. */
  assetDirectory(objectKey: string): string;
}

const readStack = (folder: string): Pick<Assembly, 'stackName' | 'template'> => {
  try {
    return readSynthesizedStack(folder);
  } catch (error) {
    throw new StartError(
      `The cloud assembly cannot be read: ${messageOf(error)}. Create it with "npx cdk synth".`,
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
  return {
    ...readStack(folder),
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
