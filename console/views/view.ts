import type { ComponentType } from 'preact';
import type { Role } from '../../shared/contract/users.ts';

export interface ViewProps {
  /** The segments after the view's path in the address, such as `['create']`. */
  readonly rest: readonly string[];
}

/** One area of the console. */
export interface View {
  readonly title: string;
  /** Its place in the navigation, outermost first. */
  readonly section: readonly string[];
  /** In the address, without slashes around it. */
  readonly path: string;
  readonly roles: readonly Role[];
  readonly component: ComponentType<ViewProps>;
}
