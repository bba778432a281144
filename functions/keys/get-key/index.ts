import { KEY_ROUTES } from '../../../shared/operations/data-api/keys.ts';
import { requiredVariable, USAGE_PLANS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createGetKey } from './handler.ts';

const reader = createTableReaderFromEnv();
const usagePlans = JSON.parse(requiredVariable(USAGE_PLANS_VARIABLE));

export const handler = dataFunction(KEY_ROUTES.getKey, createGetKey({ reader, usagePlans }));
