import { dataApiDocument } from '../../shared/contract/openapi/data-api/document.ts';
import { synthesizeWithoutLimits } from '../support/platform/unlimited-assembly.ts';
import { runToolHere } from '../support/service/command-here.ts';
import { startService } from '../support/service/service-setup.ts';
import type { Call } from './calls/call.ts';
import { operationsOf } from './calls/operations.ts';
import { sampleCalls } from './calls/sample-calls.ts';
import { startProxy, type TestProxy } from './proxy.ts';

/** A local service with sample data, and the calls that clients make. */
export interface RunningSample {
  readonly proxy: TestProxy;
  readonly calls: readonly Call[];
  stop(): Promise<void>;
}

/** Starts a local service without limits, and a proxy in front of it. */
export const startSample = async (): Promise<RunningSample> => {
  const { service, stop } = await startService(synthesizeWithoutLimits);
  try {
    const { first, baseUrl, toolArguments, toolEnvironment } = service;
    const organization = ['--organization', first.organizationId, ...toolArguments];
    const { key } = await runToolHere<{ key: string }>(
      'keys',
      ['create', ...organization, '--name', 'powerless', '--permissions', ''],
      toolEnvironment,
    );
    const document = dataApiDocument();
    const operations = operationsOf(document);
    const calls = await sampleCalls(
      { document, serviceUrl: baseUrl, data: first.data, apiKey: first.key, powerlessKey: key },
      operations,
    );
    const proxy = await startProxy(document, operations, baseUrl);
    return {
      proxy,
      calls,
      async stop() {
        proxy.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
