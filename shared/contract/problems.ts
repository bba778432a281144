/**
 * Every error of the service, as RFC 9457 problem details with a stable URN as `type`.
 *
 * Handlers throw a {@link ProblemError}; the gateway responses contain the same documents.
 */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'Bad Request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'address-not-allowed': { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not Found' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed' },
  'cursor-expired': { status: 410, title: 'Gone' },
  conflict: { status: 409, title: 'Conflict' },
  'idempotency-mismatch': { status: 422, title: 'Unprocessable Content' },
  'content-too-large': { status: 413, title: 'Content Too Large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported Media Type' },
  'rate-limit-exceeded': { status: 429, title: 'Too Many Requests' },
  'quota-exceeded': { status: 429, title: 'Too Many Requests' },
  'internal-error': { status: 500, title: 'Internal Server Error' },
  'service-unavailable': { status: 503, title: 'Service Unavailable' },
  timeout: { status: 504, title: 'Gateway Timeout' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemName = keyof typeof PROBLEMS;

export const PROBLEM_NAMES = Object.keys(PROBLEMS) as readonly ProblemName[];

/** One invalid parameter of a request. */
export interface ParameterError {
  readonly parameter: string;
  readonly detail: string;
}

/** Members that only some problems have (RFC 9457, section 3.2). Empty ones are omitted. */
export interface ProblemExtensions {
  readonly errors?: readonly ParameterError[];
  /** Permissions that the API key lacks for this request. */
  readonly missingPermissions?: readonly string[];
  /** The address of the caller, from which the API key must not be used. */
  readonly addresses?: readonly string[];
}

/** The body of every error response. */
export interface ProblemDocument extends ProblemExtensions {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What is wrong with this request and what to do about it. */
  readonly detail: string;
  /** The gateway's request id, as in `X-Request-Id` and the logs. */
  readonly requestId: string;
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export const problemStatus = (name: ProblemName): number => PROBLEMS[name].status;

export const problemType = (name: ProblemName): string => `urn:sales-data:problem:${name}`;

export const problemDocument = (
  name: ProblemName,
  detail: string,
  requestId: string,
  { errors = [], missingPermissions = [], addresses = [] }: ProblemExtensions = {},
): ProblemDocument => ({
  type: problemType(name),
  title: PROBLEMS[name].title,
  status: PROBLEMS[name].status,
  detail,
  requestId,
  ...(errors.length > 0 ? { errors } : {}),
  ...(missingPermissions.length > 0 ? { missingPermissions } : {}),
  ...(addresses.length > 0 ? { addresses } : {}),
});

/** An error that becomes the response unchanged. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemName;
  readonly extensions: ProblemExtensions;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param detail sent to the client; must not leak internal or foreign data
   * @param options.extensions further members of the document
   * @param options.headers additional response headers, such as `Retry-After`
   * @param options.cause logged, never sent
   */
  constructor(
    problem: ProblemName,
    detail: string,
    options: { extensions?: ProblemExtensions; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.problem = problem;
    this.extensions = options.extensions ?? {};
    this.headers = options.headers ?? {};
  }
}

/** The detail of errors whose cause is not revealed. */
export const INTERNAL_ERROR_DETAIL = 'An internal error occurred. If it persists, report the `requestId`.';

/** The detail of transient errors, sent with `Retry-After`. */
export const UNAVAILABLE_DETAIL =
  'The service is temporarily unavailable. Retry after the `Retry-After` delay.';

/** The `Retry-After` of a 503, in seconds. */
export const UNAVAILABLE_RETRY_AFTER = '1';

/** An error as a sentence. */
const sentenceOf = ({ parameter, detail }: ParameterError): string => {
  // Some details have their own subject.
  const text = /^[`A-Z]/.test(detail) ? `\`${parameter}\`: ${detail}` : `\`${parameter}\` ${detail}`;
  return text.endsWith('.') ? text : `${text}.`;
};

/** How many errors the `detail` of a problem repeats. */
const MAX_SENTENCES = 3;

/** The problem of a request with invalid parameters. Its `detail` says what is wrong with the first ones. */
export const invalidRequest = (errors: readonly ParameterError[]): ProblemError => {
  const sentences = errors.slice(0, MAX_SENTENCES).map(sentenceOf);
  const more = errors.length > MAX_SENTENCES ? ['`errors` lists all.'] : [];
  return new ProblemError('invalid-request', [...sentences, ...more].join(' '), { extensions: { errors } });
};

/**
 * The detail of a 403 for an API key without the required permissions.
 *
 * @param missing names of permissions
 * @param what requires them, such as `this operation`
 */
export const missingPermissionsDetail = (missing: readonly string[], what: string): string =>
  missing.length === 1
    ? `This API key lacks the permission ${missing[0]}, which ${what} requires. ` +
      'Ask an admin of your organization to grant it.'
    : `This API key lacks the permissions ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}, which ` +
      `${what} requires. Ask an admin of your organization to grant them.`;

/** The detail of a 403 for an API key that must not be used at this address. */
export const addressNotAllowedDetail = (address: string): string =>
  `This API key must not be used from ${address}. Use it from an allowed address, or ask an admin of ` +
  'your organization to allow this one.';

/** The problem of a request whose API key lacks permissions. See {@link missingPermissionsDetail}. */
export const missingPermissions = (missing: readonly string[], what: string): ProblemError =>
  new ProblemError('forbidden', missingPermissionsDetail(missing, what), {
    extensions: { missingPermissions: missing },
  });
