import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** The current address: the part of the fragment after `#/`. */
const currentPath = (): string => location.hash.replace(/^#?\/?/, '');

/** The address of a path within the console. */
export const hrefOf = (path: string): string => `#/${path}`;

/** The address of the documentation, outside the page. */
export const DOCUMENTATION = 'console/docs';

/** Replaces the current address, so that Back does not reopen a finished dialog. */
export const replacePath = (path: string): void => location.replace(hrefOf(path));

/** Sent to the window before a change of address; canceling it keeps the user on the page. */
const LEAVE_EVENT = 'console-leave';

/**
 * Guards a part of the console against Back, links and closing the page.
 *
 * @param part the path of the part; navigation within it is free
 * @param mayLeave decides whether the user may leave, and may show why not
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
  // Before the browser paints: the address may change right after.
  useLayoutEffect(() => {
    const onChange = ({ oldURL }: HashChangeEvent): void => {
      if (dispatchEvent(new Event(LEAVE_EVENT, { cancelable: true }))) setPath(currentPath());
      else history.pushState(null, '', oldURL);
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return path;
};
