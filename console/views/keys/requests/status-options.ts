import { PROBLEM_NAMES, PROBLEMS } from '../../../../shared/contract/problems.ts';
import { type Outcome, REFUSAL_REASONS } from '../../../../shared/contract/request-limits.ts';
import { REFUSALS } from './problem-name.ts';

const OUTCOME_OPTIONS = {
  succeeded: 'Succeeded (2xx, 3xx)',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
} as const satisfies Readonly<Record<Outcome, string>>;

/** Such as `429 rate-limit-exceeded or quota-exceeded`, by status code. */
const problemOptions = (): readonly (readonly [string, string])[] => {
  const problems = Object.entries(PROBLEMS);
  return [...new Set(problems.map(([, { status }]) => status))].toSorted().map((status) => {
    const names = problems.filter(([, problem]) => problem.status === status).map(([name]) => name);
    return [String(status), `${status} ${names.join(' or ')}`];
  });
};

/** Every value of the parameter `status`, with its text, in the order of the list. */
export const STATUS_OPTIONS: Map<string, string> = new Map([
  ['', 'All'],
  ...Object.entries(OUTCOME_OPTIONS),
  ...problemOptions(),
]);

/** Every value of the parameter `reason`, with its text. */
export const REASON_OPTIONS: Map<string, string> = new Map([
  ['', 'All'],
  ...PROBLEM_NAMES.map((name) => [name, name] as const),
  ...REFUSAL_REASONS.map((reason) => [reason, `unauthorized: ${REFUSALS[reason]}`] as const),
]);
