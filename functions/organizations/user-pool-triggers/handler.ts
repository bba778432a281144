import type { RecordTest } from '../../../shared/organizations/federation/record-test.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { admitUser } from './admit-user.ts';
import { describeUser } from './describe-user.ts';
import type { TriggerEvent } from './events.ts';

/**
 * The Lambda handler of the user pool's triggers. Cognito waits for 5 seconds, and refuses the sign-in after
 * an error.
 *
 * @returns the event with its response, as Cognito expects it
 */
export const userPoolTriggers =
  (reader: TableReader, recordTest: RecordTest) =>
  async (event: TriggerEvent): Promise<TriggerEvent & { readonly response: object }> => {
    const response =
      event.triggerSource === 'InboundFederation_ExternalProvider'
        ? await admitUser(reader, recordTest, event.request)
        : await describeUser(reader, event);
    return { ...event, response };
  };
