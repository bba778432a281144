import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListCalls, LIST_CALLS } from './handler.ts';

export const handler = recordFunction(LIST_CALLS, createListCalls({ reader: createTableReaderFromEnv() }));
