import type { ParameterError, ProblemDocument } from '../../shared/contract/problems.ts';

/** An error response of the API, or no response at all. The message is shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 if no response arrived. */
  readonly status: number;
  readonly title: string;
  readonly errors: readonly ParameterError[];
  /** Identifies the request to the operator. */
  readonly requestId: string | undefined;

  constructor(problem: Pick<ProblemDocument, 'status' | 'title' | 'detail'> & Partial<ProblemDocument>) {
    super(problem.detail);
    this.status = problem.status;
    this.title = problem.title;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
  }
}

const isProblem = (value: unknown): value is ProblemDocument =>
  typeof value === 'object' && value !== null && 'title' in value && 'detail' in value && 'status' in value;

/** The delay in words, because users see no headers. */
const delayOf = ({ headers }: Response): string => {
  const seconds = Number(headers.get('Retry-After') ?? 0);
  return seconds > 0 ? `in ${seconds} s` : 'in a moment';
};

export const errorOf = async (response: Response): Promise<ApiError> => {
  const document: unknown = await response.json().catch(() => undefined);
  return new ApiError(
    isProblem(document)
      ? { ...document, detail: document.detail.replace('after the `Retry-After` delay', delayOf(response)) }
      : {
          status: response.status,
          title: 'Unexpected response',
          detail: `The service responded with status ${response.status} and no problem document. Try again.`,
        },
  );
};

/** Whether an error of a parameter, such as `mappings.0.path`, is shown at a field. */
export const isAtField = (parameter: string, field: string): boolean =>
  `${parameter}.`.startsWith(`${field}.`);

/** The errors of a response that none of these fields shows. */
export const errorsBeside = (fields: readonly string[], { errors }: ApiError): readonly ParameterError[] =>
  errors.filter(({ parameter }) => !fields.some((field) => isAtField(parameter, field)));

/** An error of one field that the console finds by itself, worded as the service words them. */
export const inputError = (parameter: string, detail: string): ApiError =>
  new ApiError({ status: 400, title: 'Bad Request', detail, errors: [{ parameter, detail }] });

export const unreachable = (): ApiError =>
  new ApiError({
    status: 0,
    title: 'No connection',
    detail: 'The service is unreachable. Check your connection and try again.',
  });
