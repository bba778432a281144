/**
 * The thread that delivers events: EventBridge and the event source mappings. Functions run outside of it:
 * the runner invokes them on request.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { readAssembly } from '../assembly/assembly.ts';
import { deployStack } from '../assembly/stack.ts';
import { type EventBridge, startEventBridge } from '../eventbridge/eventbridge.ts';
import { startEventSources } from '../lambda/event-sources/event-sources.ts';
import type { InvocationResult } from '../lambda/invocation.ts';
import { giveWay } from '../process/give-way.ts';
import { reportError as onError } from '../process/report-error.ts';
import { messageOf } from '../process/start-error.ts';
import { Started } from '../process/started.ts';
import type { FromPipeline, PipelineData, Step, ToPipeline } from './pipeline-messages.ts';

giveWay();
const { assemblyDirectory, region, ...options } = workerData as PipelineData;
const stack = deployStack(readAssembly(assemblyDirectory), region);
const post = (message: FromPipeline): void => parentPort?.postMessage(message);

const invocations = new Map<string, (result: InvocationResult) => void>();
const invokerOf = (arn: string) => ({
  invoke: (requestId: string, event: string): Promise<InvocationResult> =>
    new Promise((resolve) => {
      invocations.set(requestId, resolve);
      post({ arn, requestId, event });
    }),
});
const functions = new Map(
  stack.resourcesOf('AWS::Lambda::Function').map(({ arn = '' }) => [arn, invokerOf(arn)]),
);

const started = new Started();
let eventBridge: EventBridge | undefined;

const steps: Readonly<Record<Step, () => Promise<void>>> = {
  async startEventBridge() {
    eventBridge = await startEventBridge({ ...options, stack, functions, onError });
  },
  startEventSources: () => startEventSources({ ...options, stack, functions, onError }, started),
  async startSchedules() {
    if (eventBridge !== undefined) started.add(eventBridge.startSchedules());
  },
  // EventBridge ends with the thread: until then, functions that are still running may put events.
  stop: () => started.stop(),
};

const take = async (step: Step): Promise<void> => {
  try {
    await steps[step]();
    post({ step, endpoint: eventBridge?.endpoint ?? '' });
  } catch (error) {
    post({ step, failure: messageOf(error) });
  }
};

parentPort?.on('message', (message: ToPipeline) => {
  if ('step' in message) {
    void take(message.step);
    return;
  }
  invocations.get(message.requestId)?.(message.result);
  invocations.delete(message.requestId);
});
await take('startEventBridge');
