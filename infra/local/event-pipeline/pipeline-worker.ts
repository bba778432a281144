/**
 * The thread that delivers events: EventBridge and the event source mappings. Functions run outside of it:
 * the runner invokes them on request.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { readAssembly } from '../assembly/assembly.ts';
import { deployStack } from '../assembly/stack.ts';
import { createEventBridge } from '../eventbridge/eventbridge.ts';
import { readSchedules, startSchedules } from '../eventbridge/schedules.ts';
import { type StartEventSourcesOptions, startEventSources } from '../lambda/event-sources/event-sources.ts';
import type { InvocationResult, Invoke } from '../lambda/invocation.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import { reportError as onError } from '../process/report-error.ts';
import { Started } from '../process/started.ts';

/** The `workerData` of the thread. */
export interface PipelineStack {
  readonly assemblyDirectory: string;
  readonly region: string;
}

/** The first message to the thread. */
export type PipelineData = Pick<StartEventSourcesOptions, 'sqsEndpoint' | 'dynamodb' | 'positionsFile'>;

/** A later message to the thread: a step to take, or the result of an invocation. */
export type ToPipeline =
  | { readonly step: 'start' | 'stop' }
  | { readonly requestId: string; readonly result: InvocationResult };

/** A message from the thread: EventBridge listens, a step is done, or an invocation to make. */
export type FromPipeline =
  | { readonly endpoint: string }
  | {
      readonly arn: string;
      readonly requestId: string;
      readonly event: string;
      readonly isLate: boolean;
    };

const { assemblyDirectory, region } = workerData as PipelineStack;
if (parentPort === null) throw new Error('This is not the main thread.');
const main = parentPort;
const given = once(main, 'message');
const stack = deployStack(readAssembly(assemblyDirectory), region);
const post = (message: FromPipeline): void => main.postMessage(message);

const invocations = new Map<string, (result: InvocationResult) => void>();
const invoke: Invoke = (arn, requestId, event, isLate = false) =>
  new Promise((resolve) => {
    invocations.set(requestId, resolve);
    post({ arn, requestId, event, isLate });
  });

const schedules = readSchedules(stack);
const [data] = (await given) as [PipelineData];
// EventBridge ends with the thread: until then, functions that are still running may put events.
const eventBridge = createEventBridge({
  stack,
  sqsEndpoint: data.sqsEndpoint,
  credentials: data.dynamodb.credentials,
  onError,
});
const endpoint = `http://${LOOPBACK}:${await listen(eventBridge, 0, 'EventBridge')}`;
const started = new Started();

main.on('message', async (message: ToPipeline) => {
  if ('result' in message) {
    invocations.get(message.requestId)?.(message.result);
    invocations.delete(message.requestId);
    return;
  }
  if (message.step === 'start') {
    await startEventSources({ ...data, stack, invoke, onError }, started);
    started.add(startSchedules(schedules, invoke));
  } else {
    await started.stop();
  }
  post({ endpoint });
});
post({ endpoint });
