import type { TestProject } from 'vitest/node';
import { startBrowser } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The endpoint of the browser that all tests share; `undefined` without a browser. */
    browserEndpoint: string | undefined;
  }
}

/** Starts the browser that all tests of the project share. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const browser = await startBrowser();
  project.provide('browserEndpoint', browser?.wsEndpoint());
  return async () => {
    await browser?.close();
  };
};
