/** The state of the endpoint or delivery does not allow the operation. The message says why. */
export class WebhookConflictError extends Error {
  override readonly name = 'WebhookConflictError';
}

/** A field of an endpoint is not allowed. The message follows its name, such as "must be …". */
export class EndpointFieldError extends Error {
  override readonly name = 'EndpointFieldError';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

export const concurrentKeyUpdate = (): WebhookConflictError =>
  new WebhookConflictError('The API key was modified concurrently. Retry.');

export const concurrentUpdate = (): WebhookConflictError =>
  new WebhookConflictError('The endpoint was modified concurrently. Reload it and retry.');
