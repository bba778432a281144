import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { synthesizeAssembly } from './runner-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The synthesized development stage. */
    assembly: string;
  }
}

/** Synthesizes the stack once for all files of a project. */
export default (project: TestProject): (() => void) => {
  const assembly = synthesizeAssembly();
  project.provide('assembly', assembly);
  return () => rmSync(assembly, { recursive: true, force: true });
};
