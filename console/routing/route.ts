import { useEffect, useState } from 'preact/hooks';

/** Where in the console somebody is: `#/organization/developer/api-keys`, without the `#/`. */
const currentPath = (): string => decodeURI(location.hash).replace(/^#?\/?/, '');

/** The address of a path within the console. */
export const hrefOf = (path: string): string => `#/${path}`;

export const navigate = (path: string): void => {
  location.hash = hrefOf(path);
};

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
      if ([...guards].every((guard) => guard())) setPath(currentPath());
      else history.pushState(null, '', hrefOf(path));
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, [path]);
  return path;
};
