/** A statement of a policy, with everything in it resolved to text. */
export interface Statement {
  readonly Sid?: string;
  readonly Effect: 'Allow' | 'Deny';
  /** Of a resource's policy alone. */
  readonly Principal?: '*' | Readonly<Record<string, string | readonly string[]>>;
  readonly Action: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** One request, as AWS describes it to the policies. */
export interface AccessRequest {
  /** The ARN of a role, or the name of an AWS service. */
  readonly principal: string;
  readonly action: string;
  readonly resource: string;
  /** Condition keys: a text for those with one value, a list for those with many. Absent ones are left out. */
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'Sid',
  'Effect',
  'Principal',
  'Action',
  'Resource',
  'Condition',
]);

/**
 * Reads the statements of a policy document.
 *
 * @throws Error for what is not known here, such as NotAction: passing over it would prove nothing
 */
export const readStatements = (document: unknown): readonly Statement[] => {
  const { Statement: statements } = document as { Statement: Statement | readonly Statement[] };
  return [statements].flat().map((statement) => {
    for (const field of Object.keys(statement)) {
      if (!KNOWN_FIELDS.has(field)) throw new Error(`Statements with ${field} cannot be evaluated here.`);
    }
    return statement;
  });
};

/** A text, or a list of texts, as a list. */
export const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;
