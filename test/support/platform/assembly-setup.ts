import type { TestProject } from 'vitest/node';
import { sharedAssembly } from './shared-assembly.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The synthesized development stage. */
    assembly: string;
  }
}

/** Synthesizes the stack once for all files of a project. */
export default async (project: TestProject): Promise<void> => {
  project.provide('assembly', await sharedAssembly());
};
