import type { LogSearch } from '../../shared/keys/requests/log-search.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/**
 * Searches logs with the credentials and Region of the environment. The first search loads the client.
 *
 * @param patience how long to wait for a result, in milliseconds
 */
export const createLogSearchFromEnv = (patience: number): LogSearch => {
  const search = lazily(async () => {
    // Never import() a package itself: esbuild would bundle all of its exports.
    const { createLogSearch, createLogsClient } = await import(
      '../../shared/keys/requests/cloudwatch-logs.ts'
    );
    return createLogSearch(createLogsClient(), patience);
  });
  return async (query) => (await search())(query);
};
