import middy from '@middy/core';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createRecordExpirer } from './handler.ts';

export const handler = middy(createRecordExpirer(createTableFromEnv()));
