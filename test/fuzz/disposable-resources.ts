/** Enough that attacks do not delete all of them. */
const ENDPOINTS = 8;

/**
 * Creates a key, and webhook endpoints with a delivery each, for attacks to find and delete.
 *
 * @returns their IDs
 */
export const createDisposableResources = async (
  adminUrl: string,
  idToken: string,
): Promise<readonly string[]> => {
  const create = async (path: string, body?: object): Promise<string> => {
    const response = await fetch(adminUrl + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document: unknown = await response.json();
    const id: unknown = typeof document === 'object' && document !== null && Reflect.get(document, 'id');
    if (typeof id !== 'string') throw new Error(`${path}: ${JSON.stringify(document)}`);
    return id;
  };
  const ids = [await create('/api-keys', { name: 'spare' })];
  for (let count = 0; count < ENDPOINTS; count++) {
    // This organization's data never changes, so only attacks trigger further deliveries.
    const url = `https://127.0.0.1:9/${count}`;
    const endpoint = await create('/webhook-endpoints', { url, eventTypes: ['*'] });
    ids.push(endpoint, await create(`/webhook-endpoints/${endpoint}/test`));
  }
  return ids;
};
