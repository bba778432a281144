import { readProviderRules } from '../../shared/federation/provider-rules.ts';
import { userPoolTriggers } from './handler.ts';

export const handler = userPoolTriggers(readProviderRules(process.env));
