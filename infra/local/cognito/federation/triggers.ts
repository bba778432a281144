import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Invoke } from '../../lambda/invocation.ts';
import type { IdentityProvider } from '../pool/identity-provider.ts';

import type { TriggerArns } from '../pool/user-pool.ts';
import { type StoredUser, usernameOf } from '../users/user-store.ts';
import type { ProviderUser } from './relying-party.ts';

/** A trigger refused the sign-in. The message is the function's. */
export class TriggerError extends Error {
  override readonly name = 'TriggerError';
}

/** Changes of the claims of an ID token. */
type Claims = Readonly<Record<string, unknown>>;

const inboundSchema = z.object({ userAttributesToMap: z.record(z.string(), z.string()) });

const tokenSchema = z.object({
  claimsOverrideDetails: z
    .object({
      claimsToAddOrOverride: z.record(z.string(), z.string()).default({}),
      claimsToSuppress: z.array(z.string()).default([]),
      groupOverrideDetails: z.object({ groupsToOverride: z.array(z.string()) }).optional(),
    })
    .nullish(),
});

/** Lists are flattened in events. */
const flattened = (claims: Claims): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.map(encodeURIComponent).join(',')}]` : String(value),
    ]),
  );

export interface TriggerDependencies {
  readonly arns: TriggerArns;
  readonly invoke: Invoke;
  readonly region: string;
  readonly userPoolId: string;
}

/** Invokes the Lambda triggers of a pool, with events as Cognito sends them. */
export const createTriggers = ({ arns, invoke, region, userPoolId }: TriggerDependencies) => {
  const call = async <T>(arn: string, schema: z.ZodType<T>, clientId: string, event: object): Promise<T> => {
    const common = { version: '1', region, userPoolId, callerContext: { awsSdkVersion: 'local', clientId } };
    const result = await invoke(arn, randomUUID(), JSON.stringify({ ...common, ...event }));
    if ('error' in result) throw new TriggerError(result.error.errorMessage);
    const answer = z.object({ response: schema }).safeParse(JSON.parse(result.payload));
    if (!answer.success) throw new TriggerError('Unrecognizable lambda output');
    return answer.data.response;
  };

  return {
    /**
     * The attributes of the pool to store.
     *
     * @param clientId the app client that the user signs in to
     * @throws TriggerError
     */
    async attributesOf({ name, mapping }: IdentityProvider, user: ProviderUser, clientId: string) {
      const { subject, idToken, userInfo } = user;
      const given = { ...flattened(userInfo), ...flattened(idToken) };
      let provided: Readonly<Record<string, string>> = given;
      if (arns.inboundFederation !== undefined) {
        const { userAttributesToMap } = await call(arns.inboundFederation, inboundSchema, clientId, {
          triggerSource: 'InboundFederation_ExternalProvider',
          userName: subject,
          request: {
            providerName: name,
            providerType: 'OIDC',
            attributes: { idToken: flattened(idToken), userInfo: flattened(userInfo) },
          },
          response: { userAttributesToMap: {} },
        });
        if (Object.keys(userAttributesToMap).length > 0) provided = userAttributesToMap;
      }
      return Object.fromEntries(
        Object.entries(mapping).flatMap(([attribute, claim]): [string, string][] => {
          const value = provided[claim];
          return value === undefined ? [] : [[attribute, value]];
        }),
      );
    },

    /**
     * The claims of an ID token.
     *
     * @throws TriggerError
     */
    async claimsOf(user: StoredUser, claims: Claims, source: string, clientId: string): Promise<Claims> {
      if (arns.preTokenGeneration === undefined) return claims;
      const { provider, attributes, email, sub } = user;
      const identity = provider && {
        userId: provider.subject,
        providerName: provider.name,
        providerType: 'OIDC',
        issuer: null,
        primary: 'true',
      };
      const { claimsOverrideDetails: change } = await call(arns.preTokenGeneration, tokenSchema, clientId, {
        triggerSource: `TokenGeneration_${source}`,
        userName: usernameOf(user),
        request: {
          userAttributes: {
            ...attributes,
            email,
            sub,
            'cognito:user_status': identity === undefined ? 'CONFIRMED' : 'EXTERNAL_PROVIDER',
            ...(identity === undefined ? {} : { identities: JSON.stringify([identity]) }),
          },
          groupConfiguration: { groupsToOverride: user.groups, iamRolesToOverride: [], preferredRole: null },
        },
        response: { claimsOverrideDetails: null },
      });
      if (!change) return claims;
      const groups = change.groupOverrideDetails?.groupsToOverride ?? user.groups;
      const { 'cognito:groups': _, ...others } = { ...claims, ...change.claimsToAddOrOverride };
      const kept = Object.entries(others).filter(([name]) => !change.claimsToSuppress.includes(name));
      return { ...Object.fromEntries(kept), ...(groups.length === 0 ? {} : { 'cognito:groups': groups }) };
    },
  };
};

export type Triggers = ReturnType<typeof createTriggers>;
