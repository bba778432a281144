import { join } from 'node:path';
import { type Child, startChild } from '../../support/processes/child-process.ts';

/**
 * Starts a runner that accepts fault commands (`processes/runner.ts`) and allows webhooks to this machine.
 *
 * @param options.retrySchedule of webhook deliveries, in seconds
 * @param options.gatewayKeyDelay how long the data API refuses a new gateway key, in seconds
 */
export const startRunnerChild = (options: {
  readonly dataDirectory: string;
  readonly assembly: string;
  readonly retrySchedule?: string;
  readonly gatewayKeyDelay?: number;
}): Promise<Child> =>
  startChild(join(import.meta.dirname, '..', 'processes', 'runner.ts'), {
    environment: {
      PORT: '0',
      ADMIN_PORT: '0',
      DATA_DIR: options.dataDirectory,
      ASSEMBLY_DIR: options.assembly,
      WEBHOOKS_ALLOW_LOOPBACK: '1',
      WEBHOOKS_RETRY_SCHEDULE: options.retrySchedule ?? '',
      GATEWAY_KEY_DELAY: String(options.gatewayKeyDelay ?? 0),
    },
  });
