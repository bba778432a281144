import type { Person } from '../../domain/person.ts';
import { personKey } from '../items/keys.ts';
import type { TableReader } from '../reader.ts';
import { personFromItem } from './person-mapper.ts';
import { createRecordRepository, type RecordRepository } from './records.ts';

export const createPersonRepository = (reader: TableReader): RecordRepository<Person> =>
  createRecordRepository(reader, personKey, personFromItem);
