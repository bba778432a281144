/** The state of the user or organization does not allow the operation. The message says why. */
export class OrganizationConflictError extends Error {
  override readonly name = 'OrganizationConflictError';
}

/** @param what was modified, such as "user" */
export const concurrentUpdate = (what: string): OrganizationConflictError =>
  new OrganizationConflictError(`The ${what} was modified concurrently. Reload it and retry.`);
