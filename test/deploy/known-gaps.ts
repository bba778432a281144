/** A difference between the emulator and AWS that makes service tests fail. */
export interface KnownGap {
  /** Matches the full names of the failing tests. */
  readonly tests: RegExp;
  readonly gap: string;
  /** Documents the behavior of AWS. */
  readonly documentation: string;
}

/** The gaps of MiniStack, in the version of `requirements.txt`. */
export const KNOWN_GAPS: readonly KnownGap[] = [
  {
    tests:
      /(needs its own permission and no other|RateLimit-Policy is on every authorized response, errors and 304 included)$/,
    gap: 'Gateway responses know nothing of $context.authorizer.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html',
  },
  {
    tests: /answers (POST|PUT|PATCH|DELETE|OPTIONS) with 405 and Allow$/,
    gap: 'Response headers of a mock integration are not taken from context variables.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping-sources.html',
  },
  {
    tests: /is throttled, for it takes no key, which holds up nobody with one$/,
    gap: 'Throttling of single methods is stored and not acted upon.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html',
  },
  {
    tests: /compression is used above 1 KB for clients that accept it, and only then$/,
    gap: 'minimumCompressionSize is stored and not acted upon.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html',
  },
  {
    tests:
      /(is answered with a 429 that says which limit it is and when to try again|no request that starts after the revocation was acknowledged is accepted|waits where the rate of its plan is met, so that every request is answered)$/,
    gap: 'A refused key ends the process of the authorizer, and each that runs at once is a new one: some ten requests a second, and errors where many come at once. Lambda reuses an environment after an error that the runtime reported.',
    documentation: 'https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html',
  },
];
