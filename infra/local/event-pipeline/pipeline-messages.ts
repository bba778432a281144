import type { StartEventSourcesOptions } from '../lambda/event-sources/event-sources.ts';
import type { InvocationResult } from '../lambda/invocation.ts';

/** The `workerData` of the thread. */
export interface PipelineData
  extends Pick<StartEventSourcesOptions, 'sqsEndpoint' | 'dynamodb' | 'positionsFile'> {
  readonly assemblyDirectory: string;
  readonly region: string;
}

/** What the thread does, in this order: the first as soon as it starts, the others on request. */
export type Step = 'startEventBridge' | 'startEventSources' | 'startSchedules' | 'stop';

/** To the thread: a step to take, or the result of an invocation. */
export type ToPipeline =
  | { readonly step: Step }
  | { readonly requestId: string; readonly result: InvocationResult };

/** From the thread: the outcome of a step, or an invocation to make. */
export type FromPipeline =
  | { readonly step: Step; readonly failure?: string; readonly endpoint?: string }
  | { readonly arn: string; readonly requestId: string; readonly event: string };
