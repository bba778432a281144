import { signAddressFor } from '../../../shared/keys/caller-address.ts';
import { DATA_API_URL_VARIABLE, requiredVariable } from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createOperations } from './handler.ts';

/** Two functions of the data API may take ten seconds each; this one times out after 25. */
const TIME_LIMIT_MILLISECONDS = 22_000;

const reader = createTableReaderFromEnv();

export const handler = adminFunction(
  reader,
  createOperations({
    dataApiUrl: requiredVariable(DATA_API_URL_VARIABLE),
    signAddress: (apiKey, address) => signAddressFor(reader, apiKey, address, new Date()),
    now: () => performance.now(),
    timeLimit: TIME_LIMIT_MILLISECONDS,
  }),
);
