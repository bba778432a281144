import type { ComponentChild } from 'preact';
import { ApiError, errorsBeside } from '../api/problem.ts';
import { SessionEndedError } from '../session/session.ts';
import { RetryButton } from './retry-button.tsx';

/** Where to remove the cause of a conflict, such as `['Show active keys', '#/…']`. */
export type Remedy = readonly [text: string, href: string];

interface ProblemMessageProps {
  readonly error: unknown;
  /** For a conflict. */
  readonly remedy?: Remedy | undefined;
  /** Parameters whose errors appear at their fields instead. */
  readonly shownAtFields?: readonly string[];
  readonly onRetry?: () => void;
}

const UNKNOWN = 'An error occurred in the console. Try again; if it persists, reload the page.';
const INPUT_TITLE = 'Check your input';
const AT_FIELDS = 'Correct the marked fields.';

/**
 * The words of a parameter without a field, such as `Sort` or `Date order`. Names of protocols stay as they
 * are.
 */
const labelOf = (parameter: string): ComponentChild => {
  const name = parameter.split('.').findLast((part) => !/^\d+$/.test(part)) ?? parameter;
  if (name.includes('_')) return <code>{name}</code>;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** An error, with the text of the service's problem document if there is one. */
export const ProblemMessage = ({ error, remedy, shownAtFields = [], onRetry }: ProblemMessageProps) => {
  // A dialog already asks the user to sign in again.
  if (error instanceof SessionEndedError) return null;
  const problem = error instanceof ApiError ? error : undefined;
  const others = problem === undefined ? [] : errorsBeside(shownAtFields, problem);
  const hasErrors = problem !== undefined && problem.errors.length > 0;
  const isAtFields = hasErrors && others.length === 0;
  return (
    <div class="problem" role="alert">
      <p class="problem-title">{hasErrors ? INPUT_TITLE : (problem?.title ?? 'Unexpected error')}</p>
      {others.length === 0 && <p>{isAtFields ? AT_FIELDS : (problem?.message ?? UNKNOWN)}</p>}
      {others.length > 0 && (
        <ul>
          {others.map(({ parameter, detail }) => (
            <li key={parameter}>
              {labelOf(parameter)} {detail}
            </li>
          ))}
        </ul>
      )}
      {remedy !== undefined && problem?.status === 409 && (
        <p>
          <a href={remedy[1]}>{remedy[0]}</a>
        </p>
      )}
      {problem?.requestId && problem.status >= 500 && (
        <p class="hint">
          Request id: <code>{problem.requestId}</code>
        </p>
      )}
      {onRetry && !hasErrors && <RetryButton onRetry={onRetry} />}
    </div>
  );
};
