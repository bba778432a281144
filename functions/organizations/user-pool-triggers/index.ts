import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { userPoolTriggers } from './handler.ts';

export const handler = userPoolTriggers(createTableReaderFromEnv());
