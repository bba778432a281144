/** What v1 never does, and what to do instead (infra/docs/guides/versioning.md). */
export const RULES = {
  'operation-removed': 'Keep the operation, and mark it as deprecated.',
  'parameter-removed': 'Keep the parameter.',
  'parameter-required': 'Make the new parameter or field optional, and keep the behavior without it.',
  'request-narrowed': 'Continue to allow every value that was allowed.',
  'default-changed': 'Keep the default, and let clients send the new value.',
  'status-removed': 'Keep the status, or deprecate the operation.',
  'field-removed': 'Keep the field, and add the new one next to it.',
  'field-optional': 'Always return the field.',
  'field-retyped': 'Keep the type, and add a field of another name.',
  'field-nullable': 'Return a value in every response, or add a nullable field of another name.',
  'enum-extended': 'Return only declared values, or add a field of another name: clients may switch on them.',
  'problem-type-removed': 'Keep the problem type.',
  'header-removed': 'Keep the header.',
  'permission-added': 'Require no other permission than before, or add an operation that requires it.',
} as const;

export type Rule = keyof typeof RULES;

export interface BreakingChange {
  readonly rule: Rule;
  /** Such as `GET /v1/person › 200 › items[].title`. */
  readonly where: string;
  readonly what: string;
}

/** One line for a test's output. */
export const describeChange = ({ rule, where, what }: BreakingChange): string =>
  `${where}: ${what}. v1 must not break its clients. ${RULES[rule]}`;
