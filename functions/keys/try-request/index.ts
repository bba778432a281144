import { DATA_API_URL_VARIABLE, requiredVariable } from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createOperations } from './handler.ts';

/** Two functions of the data API may take ten seconds each; this one times out after 25. */
const TIME_LIMIT_MILLISECONDS = 22_000;

export const handler = adminFunction(
  createTableReaderFromEnv(),
  createOperations({
    dataApiUrl: requiredVariable(DATA_API_URL_VARIABLE),
    now: () => performance.now(),
    timeLimit: TIME_LIMIT_MILLISECONDS,
  }),
);
