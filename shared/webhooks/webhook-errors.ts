/** Something cannot be done as asked because of how the endpoint or the delivery stands. The message says why. */
export class WebhookConflictError extends Error {
  override readonly name = 'WebhookConflictError';
}

/** A URL that webhooks may not go to. The message is to be read after "The URL". */
export class EndpointUrlError extends Error {
  override readonly name = 'EndpointUrlError';
}

/** Somebody else was first, between the reading of an endpoint and the writing. */
export const changedMeanwhile = (): WebhookConflictError =>
  new WebhookConflictError('The endpoint was modified concurrently. Reload it and retry.');
