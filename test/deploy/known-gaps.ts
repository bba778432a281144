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
      /(requires exactly its own permission|RateLimit-Policy is on every authorized response, including errors and 304)$/,
    gap: 'Gateway responses know nothing of $context.authorizer.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html',
  },
  {
    tests: /rejects (POST|PUT|PATCH|DELETE|OPTIONS) with 405 and Allow$/,
    gap: 'Response headers of a mock integration are not taken from context variables.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping-sources.html',
  },
  {
    tests: /is throttled without affecting requests with a key$/,
    gap: 'Throttling of single methods is stored and not acted upon.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html',
  },
  {
    tests: /compression applies only above 1 KB and to clients that accept it$/,
    gap: 'minimumCompressionSize is stored and not acted upon.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html',
  },
  {
    tests:
      /(returns 429 with the exceeded limit and Retry-After|rejects every request that starts after an acknowledged revocation, under load|waits at the rate limit, so that every request succeeds)$/,
    gap: 'A refused key ends the process of the authorizer, and each that runs at once is a new one: some ten requests a second, and errors where many come at once. Lambda reuses an environment after an error that the runtime reported.',
    documentation: 'https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html',
  },
];
