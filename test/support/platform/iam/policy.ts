/** A policy statement with all references resolved to text. */
export interface Statement {
  readonly Sid?: string;
  readonly Effect: 'Allow' | 'Deny';
  /** Only in resource policies. */
  readonly Principal?: '*' | Readonly<Record<string, string | readonly string[]>>;
  readonly Action: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A request, as AWS evaluates it. */
export interface AccessRequest {
  /** A role ARN, or the name of an AWS service. */
  readonly principal: string;
  readonly action: string;
  readonly resource: string;
  /** Condition keys: text for single-valued keys, a list for multivalued ones. Absent keys are omitted. */
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
 * @throws Error for an unsupported element, such as `NotAction`: ignoring it would invalidate the result
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

/** Wraps a text in a list; returns a list unchanged. */
export const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;
