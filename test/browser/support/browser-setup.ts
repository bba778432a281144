import type { TestProject } from 'vitest/node';
import provideService from '../../support/service/service-setup.ts';
import { startBrowser } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The endpoint of the browser that all tests share; `undefined` without a browser. */
    browserEndpoint: string | undefined;
  }
}

const provideBrowser = async (project: TestProject): Promise<() => Promise<void>> => {
  const browser = await startBrowser();
  project.provide('browserEndpoint', browser?.wsEndpoint());
  return async () => {
    await browser?.close();
  };
};

/**
 * Starts the browser and the service that all tests of the project share. Other processes unpack the browser
 * and synthesize the stack meanwhile.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const starting = [provideBrowser(project), provideService(project)];
  const stopAll = async (): Promise<void> => {
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((result) => (result.status === 'fulfilled' ? result.value() : undefined)));
  };
  try {
    await Promise.all(starting);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
};
