import { admitUser } from './admit-user.ts';
import { describeUser, type TokenSources } from './describe-user.ts';
import type { TriggerEvent } from './events.ts';

/**
 * The Lambda handler of the user pool's triggers. Cognito waits for 5 seconds, and refuses the sign-in after
 * an error.
 *
 * @returns the event with its response, as Cognito expects it
 */
export const userPoolTriggers =
  (sources: TokenSources) =>
  async (event: TriggerEvent): Promise<TriggerEvent & { readonly response: object }> => {
    const response =
      event.triggerSource === 'InboundFederation_ExternalProvider'
        ? admitUser(sources.providers, event.request)
        : await describeUser(sources, event.request);
    return { ...event, response };
  };
