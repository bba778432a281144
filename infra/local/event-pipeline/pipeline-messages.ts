import type { EventBridgeOptions } from '../eventbridge/eventbridge.ts';
import type { StartEventSourcesOptions } from '../lambda/event-sources/event-sources.ts';
import type { InvocationResult } from '../lambda/invocation.ts';

/** Everything that the thread is started with. */
export interface PipelineData
  extends Pick<EventBridgeOptions, 'sqsEndpoint' | 'credentials' | 'journalFile'>,
    Pick<StartEventSourcesOptions, 'dynamodb' | 'positionsFile'> {
  readonly assemblyDirectory: string;
  readonly region: string;
}

/** What the thread does, in this order: the first as soon as it starts, the others when it is told to. */
export type Step =
  | 'startEventBridge'
  | 'startEventSources'
  | 'startSchedules'
  | 'stopEventSources'
  | 'stopEventBridge';

/** To the thread: a step to take, or how an invocation ended. */
export type ToPipeline =
  | { readonly step: Step }
  | { readonly requestId: string; readonly result: InvocationResult };

/** From the thread: the outcome of a step, or an invocation to make. */
export type FromPipeline =
  | { readonly step: Step; readonly failure?: string; readonly endpoint?: string | undefined }
  | { readonly arn: string; readonly requestId: string; readonly event: string };
