import { join } from 'node:path';
import { CONSOLE_FOLDER, DOCUMENTATION_FOLDER } from '../../../shared/contract/console/console.ts';
import { uploadsUrl } from '../../../shared/imports/object-keys.ts';
import { readBucketAddress } from '../../../shared/runtime/bucket/bucket-address.ts';
import {
  DATA_API_URL_VARIABLE,
  requiredVariable,
  SIGN_IN_URL_VARIABLE,
  TASK_ROOT_VARIABLE,
  TOKEN_ISSUER_VARIABLE,
  USAGE_PLANS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { findAssets } from './assets.ts';
import { serveConsole } from './handler.ts';

export const handler = serveConsole({
  assets: findAssets(join(requiredVariable(TASK_ROOT_VARIABLE), CONSOLE_FOLDER)),
  documentation: findAssets(join(requiredVariable(TASK_ROOT_VARIABLE), DOCUMENTATION_FOLDER)),
  attributes: {
    'data-api-url': requiredVariable(DATA_API_URL_VARIABLE),
    'data-sign-in-url': requiredVariable(SIGN_IN_URL_VARIABLE),
    'data-issuer': requiredVariable(TOKEN_ISSUER_VARIABLE),
    'data-client-id': requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
    'data-usage-plans': requiredVariable(USAGE_PLANS_VARIABLE),
  },
  uploadsUrl: uploadsUrl(readBucketAddress(process.env)),
});
