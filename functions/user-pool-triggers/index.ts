import { readProviderRules } from '../../shared/federation/provider-rules.ts';
import { createTableReaderFromEnv } from '../wiring/table-reader.ts';
import { userPoolTriggers } from './handler.ts';

export const handler = userPoolTriggers({
  providers: readProviderRules(process.env),
  reader: createTableReaderFromEnv(),
});
