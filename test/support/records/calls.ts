import type { Call } from '../../../shared/kinds/call.ts';
import { EXAMPLES } from '../../../shared/kinds/kinds.ts';
import { recordWriter } from '../../../shared/records/store/record-items.ts';

export const [EXAMPLE_CALL] = EXAMPLES.call;

export const callToItem = recordWriter<Call>('call');
