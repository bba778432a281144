import { setTimeout } from 'node:timers/promises';
import { dataApiDocument } from '../../shared/operations/openapi/data-api/document.ts';
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

/** Returns the id of an export once it has completed. */
const exportCompanies = async (serviceUrl: string, apiKey: string): Promise<string> => {
  const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ resource: 'company', format: 'csv' });
  const created = await fetch(`${serviceUrl}/v1/export`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { readonly id: string };
  for (;;) {
    const shown = await fetch(`${serviceUrl}/v1/export/${id}`, { headers });
    const { state } = (await shown.json()) as { readonly state: string };
    if (state === 'completed') return id;
    if (state === 'failed') throw new Error('The export failed.');
    await setTimeout(500);
  }
};

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
    const exportId = await exportCompanies(baseUrl, first.key);
    const calls = await sampleCalls(
      { document, serviceUrl: baseUrl, data: first.data, exportId, apiKey: first.key, powerlessKey: key },
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
