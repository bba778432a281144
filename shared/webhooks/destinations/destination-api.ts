import type { AwsDestinationType } from '../../contract/webhooks/destinations.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { SignedPost } from './signed-post.ts';

/** A delivery to a destination that is reached by a role. */
export interface AwsDelivery {
  readonly type: AwsDestinationType;
  readonly address: string;
  readonly roleArn: string;
  readonly delivery: Pick<Delivery, 'organizationId' | 'eventId' | 'eventType' | 'resourceId' | 'series'>;
  readonly body: string;
}

/** Why a call, or one of its entries, failed. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** How a destination takes events. */
export interface DestinationApi {
  /** Names the service in `AWS_ENDPOINT_URL_…`. */
  readonly variable: string;
  /** How many events a call takes at most. */
  readonly maxEntries: number;
  readonly call: (
    batch: readonly AwsDelivery[],
  ) => Omit<SignedPost, 'region' | 'credentials' | 'body' | 'signal'> & { readonly input: object };
  /**
   * The entries that were refused although the call succeeded, by their index.
   *
   * @param answer the parsed body of the response
   */
  readonly refusedEntries: (answer: unknown) => ReadonlyMap<number, Refusal>;
}
