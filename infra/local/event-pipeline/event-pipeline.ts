import { Worker } from 'node:worker_threads';
import { compiledCodeEnvironment } from '../../compile-cache.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { messageOf, StartError } from '../process/start-error.ts';
import type { Started } from '../process/started.ts';
import type { FromPipeline, PipelineData, Step, ToPipeline } from './pipeline-messages.ts';

/** By ARN. */
type Functions = ReadonlyMap<string, Pick<FunctionPool, 'invoke'>>;

type StepOutcome = Extract<FromPipeline, { step: Step }>;

/** EventBridge and the event source mappings, in a thread of their own that gives way to requests. */
export interface EventPipeline {
  /** Of EventBridge; `undefined` if the stack has nothing of it. */
  readonly endpoint: string | undefined;
  /** Fulfilled with the reason when the thread ends. */
  readonly ended: Promise<StartError>;
  /**
   * Starts what hands messages and changes of tables to functions. It stops before all that was started before it.
   *
   * @throws StartError when a mapping cannot be honoured, or its queue or stream is not there
   */
  startEventSources(functions: Functions): Promise<void>;
  /** Also takes up the deliveries of an earlier run. */
  startSchedules(): Promise<void>;
}

/**
 * Starts the thread with EventBridge, which stops after the functions that put events there.
 *
 * @throws StartError when EventBridge does not start
 */
export const startEventPipeline = async (data: PipelineData, started: Started): Promise<EventPipeline> => {
  const worker = new Worker(new URL('./pipeline-worker.ts', import.meta.url), {
    workerData: data,
    env: { ...process.env, ...compiledCodeEnvironment() },
    execArgv: [],
  });
  const tell = (message: ToPipeline): void => worker.postMessage(message);
  const { promise: ended, resolve: end } = Promise.withResolvers<StartError>();
  const waiting = new Map<Step, (outcome: StepOutcome) => void>();
  let functions: Functions = new Map();

  const outcomeOf = async (step: Step): Promise<StepOutcome> => {
    const outcome = new Promise<StepOutcome>((resolve) => waiting.set(step, resolve));
    const first = await Promise.race([outcome, ended]);
    if (first instanceof StartError) throw first;
    if (first.failure !== undefined) throw new StartError(first.failure);
    return first;
  };
  const take = async (step: Step): Promise<void> => {
    tell({ step });
    await outcomeOf(step);
  };

  worker.on('message', async (message: FromPipeline) => {
    if ('step' in message) {
      waiting.get(message.step)?.(message);
      return;
    }
    const { arn, requestId, event } = message;
    const absent = { error: { errorType: 'NotFound', errorMessage: `There is no function ${arn} yet.` } };
    tell({ requestId, result: (await functions.get(arn)?.invoke(requestId, event)) ?? absent });
  });
  worker.once('error', (error) => end(new StartError(`The event pipeline ended: ${messageOf(error)}.`)));
  worker.once('exit', () => end(new StartError('The event pipeline ended by itself.')));
  started.add(async () => {
    await take('stopEventBridge').catch(() => undefined);
    await worker.terminate();
  });
  const { endpoint } = await outcomeOf('startEventBridge');

  return {
    endpoint,
    ended,
    async startEventSources(given) {
      functions = given;
      started.add(() => take('stopEventSources'));
      await take('startEventSources');
    },
    startSchedules: () => take('startSchedules'),
  };
};
