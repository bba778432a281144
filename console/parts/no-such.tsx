import { ApiError } from '../api/problem.ts';
import { hrefOf } from '../routing/route.ts';
import { EmptyState } from './empty-state.tsx';

export interface NoSuchProps {
  /** In sentences, such as `webhook endpoint`. */
  readonly noun: string;
  /** The title and the path of the view with all of them. */
  readonly view: readonly [title: string, path: string];
  readonly text: string;
}

/** Says that what an address names does not exist, and leads to those that do. */
export const NoSuch = ({ noun, view: [title, path], text }: NoSuchProps) => (
  <EmptyState title={`No such ${noun}`} text={text}>
    <a class="button" href={hrefOf(path)}>
      Go to {title}
    </a>
  </EmptyState>
);

/**
 * Why what an address names cannot be shown; `undefined` for an error that says nothing about the address.
 */
export const missingText = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 404) return error.message;
  return error.status === 400 ? 'The address of this page is incomplete or misspelled.' : undefined;
};
