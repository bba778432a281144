import { Worker } from 'node:worker_threads';
import { compiledCodeEnvironment } from '../../compile-cache.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { messageOf, StartError } from '../process/start-error.ts';
import type { Started } from '../process/started.ts';
import type { FromPipeline, PipelineData, PipelineStack, ToPipeline } from './pipeline-worker.ts';

/** Functions by ARN. */
type Functions = ReadonlyMap<string, Pick<FunctionPool, 'invoke'>>;

/** EventBridge and the event source mappings, in a thread of their own. */
export interface EventPipeline {
  /** The endpoint of EventBridge. */
  readonly endpoint: string;
  /** Fulfilled with the reason when the thread ends. */
  readonly ended: Promise<StartError>;
  /**
   * Starts the schedules, and to hand queue messages and stream records to functions. Stops before everything
   * that was started earlier.
   *
   * @throws StartError when a mapping is not supported, or its queue or stream does not exist
   */
  start(functions: Functions): Promise<void>;
}

/**
 * Loads the thread with EventBridge, which stops after the functions that put events there.
 *
 * @returns starts EventBridge, once what it calls has started. It throws a StartError when it does not start
 */
export const loadEventPipeline = (
  workerData: PipelineStack,
  started: Started,
): ((data: PipelineData) => Promise<EventPipeline>) => {
  const worker = new Worker(new URL('./pipeline-worker.ts', import.meta.url), {
    workerData,
    env: { ...process.env, ...compiledCodeEnvironment() },
    execArgv: [],
  });
  const tell = (message: ToPipeline | PipelineData): void => worker.postMessage(message);
  const { promise: ended, resolve: end } = Promise.withResolvers<StartError>();
  let onStep: (endpoint: string) => void = () => undefined;
  let functions: Functions = new Map();

  /** Fulfilled when the thread has taken the current step. */
  const taken = async (): Promise<string> => {
    const first = await Promise.race([new Promise<string>((resolve) => (onStep = resolve)), ended]);
    if (first instanceof StartError) throw first;
    return first;
  };
  const take = async (step: 'start' | 'stop'): Promise<void> => {
    tell({ step });
    await taken();
  };

  worker.on('message', async (message: FromPipeline) => {
    if ('endpoint' in message) {
      onStep(message.endpoint);
      return;
    }
    const { arn, requestId, event, isLate } = message;
    const absent = { error: { errorType: 'NotFound', errorMessage: `There is no function ${arn}.` } };
    tell({ requestId, result: (await functions.get(arn)?.invoke(requestId, event, isLate)) ?? absent });
  });
  worker.once('error', (error) => end(new StartError(`The event pipeline failed: ${messageOf(error)}`)));
  worker.once('exit', () => end(new StartError('The event pipeline exited unexpectedly.')));
  started.add(() => worker.terminate());

  return async (data) => {
    // Before what has started meanwhile.
    started.add(() => worker.terminate());
    tell(data);
    const endpoint = await taken();
    return {
      endpoint,
      ended,
      async start(given) {
        functions = given;
        started.add(() => take('stop'));
        await take('start');
      },
    };
  };
};
