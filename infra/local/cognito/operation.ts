import { z } from 'zod';

type ErrorName =
  | 'AliasExistsException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'ResourceNotFoundException'
  | 'UnknownOperationException'
  | 'UserNotFoundException'
  | 'UsernameExistsException';

/** An error in the form that the AWS SDK turns into its exception of the same name. */
export class CognitoError extends Error {
  override readonly name: ErrorName;
  constructor(name: ErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

/** One operation of the API: takes and returns what the AWS SDK sends and expects, and throws CognitoError. */
export type Operation = (input: unknown) => Promise<object>;

/** Operations by the name that the SDK has for them. */
export type Operations = Readonly<Record<string, Operation>>;

/** An operation that checks its input before it runs. */
export const operation =
  <T>(schema: z.ZodType<T>, run: (input: T) => Promise<object>): Operation =>
  async (input) => {
    const result = schema.safeParse(input);
    if (result.success) return run(result.data);
    const [issue] = result.error.issues;
    throw new CognitoError(
      'InvalidParameterException',
      `${issue?.path.join('.') || 'The input'}: ${issue?.message}`,
    );
  };

/** The part of a list that starts at a token, and the token of the next part if there is one. */
export const pageOf = <T>(
  items: readonly T[],
  limit: number,
  token = '0',
): { readonly page: readonly T[]; readonly next?: string } => {
  if (!/^\d+$/.test(token)) throw new CognitoError('InvalidParameterException', 'Invalid pagination token');
  const end = Number(token) + limit;
  return {
    page: items.slice(Number(token), end),
    ...(end < items.length ? { next: String(end) } : {}),
  };
};

/** How many items a page can have, and has if nothing is said. */
const MAXIMUM_PAGE = 60;
export const limitSchema = z.number().int().min(1).max(MAXIMUM_PAGE).default(MAXIMUM_PAGE);
