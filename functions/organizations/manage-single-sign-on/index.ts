import {
  CONSOLE_URL_VARIABLE,
  requiredVariable,
  SELF_SERVICE_SIGN_ON_VARIABLE,
  SIGN_IN_URL_VARIABLE,
  USER_POOL_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createProviderDirectoryFromEnv } from '../../runtime/provider-directory.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations, toSingleSignOnProblem } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction(
  table.reader,
  createOperations({
    ...table,
    providers: createProviderDirectoryFromEnv(),
    userPoolId: requiredVariable(USER_POOL_ID_VARIABLE),
    signInUrl: requiredVariable(SIGN_IN_URL_VARIABLE),
    consoleUrl: requiredVariable(CONSOLE_URL_VARIABLE),
    isEnabled: requiredVariable(SELF_SERVICE_SIGN_ON_VARIABLE) === '1',
  }),
  toSingleSignOnProblem,
);
