/** What waits in a queue: everything that an attempt needs to find its data, and to tell whether it is still due. */
export interface DeliveryMessage {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  /** Of the changed resource: attempts of one resource's events come one after the other. */
  readonly resourceId: string;
  /** The series and the number of the attempt in it that this is for. Once it was made, the message is void. */
  readonly series: number;
  readonly attempt: number;
}

/**
 * `first`: first attempts at endpoints that are well, a few at a time for each endpoint. `retry`: whatever may
 * take long or fail, and what may wait.
 */
export type Lane = 'first' | 'retry';

export interface QueuedDelivery {
  readonly message: DeliveryMessage;
  readonly lane: Lane;
  /** Whole seconds to hold it back, in the retry lane alone. At most {@link MAX_DELAY_SECONDS}. Default: 0. */
  readonly delaySeconds?: number;
}

/** SQS delays a message by no more (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html). */
export const MAX_DELAY_SECONDS = 900;

/** Where deliveries wait for their attempt. */
export interface DeliveryQueue {
  /** Throws if any of them may not have been taken; the others then may have been. */
  send(deliveries: readonly QueuedDelivery[]): Promise<void>;
}
