import type { TestProject } from 'vitest/node';
import { sharedAssembly } from './assembly.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The synthesized development stage. */
    assembly: string;
  }
}

/** Synthesizes the stack once for all files of a project. */
export default (project: TestProject): void => {
  project.provide('assembly', sharedAssembly());
};
