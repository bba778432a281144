import { readProviderRules } from '../../../shared/organizations/federation/provider-rules.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { userPoolTriggers } from './handler.ts';

export const handler = userPoolTriggers({
  providers: readProviderRules(process.env),
  reader: createTableReaderFromEnv(),
});
