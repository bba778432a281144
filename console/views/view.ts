import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import type { Query } from '../routing/route.ts';

export interface ViewProps {
  /** The segments after the view's path in the address, such as `['create']`. */
  readonly rest: readonly string[];
  /** The parameters of the address. */
  readonly query: Query;
}

/** One area of the console. */
export interface View {
  readonly title: string;
  /** Its place in the navigation. @default above all sections */
  readonly section?: string;
  /** In the address, without slashes around it; empty for the start. */
  readonly path: string;
  /** What may follow its path, such as `create`. @default nothing */
  readonly pages?: RegExp;
  readonly icon: IconName;
  /** Whether only others lead to it: it is in no list. */
  readonly isUnlisted?: boolean;
  readonly isForAdmins?: boolean;
  /** Whether it shows records, which members see only if their organization allows it. */
  readonly showsRecords?: boolean;
  readonly component: ComponentType<ViewProps>;
}
