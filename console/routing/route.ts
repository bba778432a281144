import { useEffect, useState } from 'preact/hooks';

/** Where in the console somebody is: of `#/organization/developer/api-keys`, what follows the `#/`. */
const currentPath = (): string => location.hash.replace(/^#?\/?/, '');

/** The address of a path within the console. */
export const hrefOf = (path: string): string => `#/${path}`;

/** Goes to a path; going back does not lead to the one before, such as that of a dialog that is done. */
export const replacePath = (path: string): void => location.replace(hrefOf(path));

/** Asked before a change of the address: `false` stays. */
type LeaveGuard = () => boolean;
const guards = new Set<LeaveGuard>();

/**
 * Keeps somebody from leaving by the back button, a link or closing the page.
 *
 * @param guard says whether leaving is fine, and may tell why not
 */
export const useLeaveGuard = (guard: LeaveGuard): void => {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!guard()) event.preventDefault();
    };
    guards.add(guard);
    addEventListener('beforeunload', onUnload);
    return () => {
      guards.delete(guard);
      removeEventListener('beforeunload', onUnload);
    };
  }, [guard]);
};

/** The current path, followed as it changes. */
export const useRoute = (): string => {
  const [path, setPath] = useState(currentPath);
  useEffect(() => {
    const onChange = (): void => {
      if (currentPath() === path || [...guards].every((guard) => guard())) setPath(currentPath());
      else history.pushState(null, '', hrefOf(path));
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, [path]);
  return path;
};
