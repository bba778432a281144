/** What an authorizer said about a request. */
export interface AuthorizerContext {
  /** The way the integration gets them: as text, or the claims of a token as a map of text. */
  readonly values: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly usageIdentifierKey: string | undefined;
  readonly milliseconds: number;
  readonly isAllowed: boolean;
}
