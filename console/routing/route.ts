import { useEffect, useState } from 'preact/hooks';

/** Where in the console somebody is: of `#/organization/developer/api-keys`, what follows the `#/`. */
const currentPath = (): string => location.hash.replace(/^#?\/?/, '');

/** The address of a path within the console. */
export const hrefOf = (path: string): string => `#/${path}`;

/** The address of the documentation, which is no part of the page. */
export const DOCUMENTATION = 'console/docs';

/** Goes to a path; going back does not lead to the one before, such as that of a dialog that is done. */
export const replacePath = (path: string): void => location.replace(hrefOf(path));

/** Sent to the window before the address is followed to another; who cancels it makes the user stay. */
const LEAVE_EVENT = 'console-leave';

/**
 * Keeps somebody from leaving a part of the console by the back button, a link or closing the page.
 *
 * @param part the path of the part: within it, nothing is asked
 * @param mayLeave says whether leaving is fine, and may tell why not
 */
export const useLeaveGuard = (part: string, mayLeave: () => boolean): void => {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!mayLeave()) event.preventDefault();
    };
    const onLeave = (event: Event): void => {
      if (!`${currentPath()}/`.startsWith(`${part}/`) && !mayLeave()) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    addEventListener(LEAVE_EVENT, onLeave);
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener(LEAVE_EVENT, onLeave);
    };
  }, [part, mayLeave]);
};

/** The current path, followed as it changes. */
export const useRoute = (): string => {
  const [path, setPath] = useState(currentPath);
  useEffect(() => {
    const onChange = ({ oldURL }: HashChangeEvent): void => {
      if (dispatchEvent(new Event(LEAVE_EVENT, { cancelable: true }))) setPath(currentPath());
      else history.pushState(null, '', oldURL);
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return path;
};
