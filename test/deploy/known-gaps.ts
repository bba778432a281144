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
      /(requires exactly its own permission, or none|returns 403 to a key without permissions for events|requires the permission to list|sends `RateLimit-Policy` with every authorized response, including errors and 304|returns 429 with the exceeded limit and Retry-After)$/,
    gap: 'Gateway responses know nothing of $context.authorizer.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html',
  },
  {
    tests: /rejects (POST|PUT|PATCH|DELETE|OPTIONS) with 405 and Allow$/,
    gap: 'Response headers of a mock integration are not read from context variables.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping-sources.html',
  },
  {
    tests: /compresses only above 1 KB, for clients that accept it$/,
    gap: 'minimumCompressionSize is stored and not acted upon.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html',
  },
  {
    tests:
      /(304 to a client with the current ETag|304 while the page is unchanged|supports conditional requests and HEAD)$/,
    gap: 'A header that is `null` is sent as text, so that a 304 has a Content-Type.',
    documentation: 'https://github.com/aws/aws-sam-cli/issues/1218',
  },
  {
    tests: /rejects the id \S*%0a\S*$/,
    gap: 'A path variable matches no line break, so that the path is unknown.',
    documentation:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-settings-method-request.html',
  },
  {
    tests:
      /(exports every \S+ as \w+|exports the selected fields of the records changed since a time|hides contact details from keys without permission, and the export from other keys|downloads an export, whose cursor continues the feed)$/,
    gap: 'Addresses of files are those of S3 itself, which the emulator does not serve.',
    documentation: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html',
  },
];
