/** What Cognito sends when an identity provider has authenticated a user, before it stores the profile. */
export interface InboundFederationEvent {
  readonly triggerSource: 'InboundFederation_ExternalProvider';
  readonly request: {
    readonly providerName: string;
    /** SAML providers send `samlResponse`, OpenID Connect providers the others. Lists may be flattened. */
    readonly attributes: Readonly<
      Partial<Record<'idToken' | 'userInfo' | 'samlResponse', Readonly<Record<string, unknown>> | null>>
    >;
  };
}

/** What Cognito sends before it issues or renews the tokens of a user. */
export interface TokenGenerationEvent {
  readonly triggerSource: `TokenGeneration_${string}`;
  /** The app client that asks for the tokens. */
  readonly callerContext: { readonly clientId: string };
  readonly request: { readonly userAttributes: Readonly<Record<string, string | undefined>> };
}

export type TriggerEvent = InboundFederationEvent | TokenGenerationEvent;

/** The profile to store: omitted attributes of the provider are dropped. */
export interface InboundFederationResponse {
  readonly userAttributesToMap: Readonly<Record<string, string>>;
}

/** Changes of the ID token. */
export interface TokenGenerationResponse {
  readonly claimsOverrideDetails?: {
    readonly claimsToAddOrOverride: Readonly<Record<string, string>>;
    readonly claimsToSuppress: readonly string[];
    /** @default the user's groups in the pool */
    readonly groupOverrideDetails?: { readonly groupsToOverride: readonly string[] };
  };
}
