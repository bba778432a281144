import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListPeople, LIST_PEOPLE } from './handler.ts';

export const handler = recordFunction(LIST_PEOPLE, createListPeople({ reader: createTableReaderFromEnv() }));
