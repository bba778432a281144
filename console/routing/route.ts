import { useEffect, useState } from 'preact/hooks';

/** Where in the console somebody is: of `#/organization/developer/api-keys`, what follows the `#/`. */
const currentPath = (): string => location.hash.replace(/^#?\/?/, '');

/** The address of a path within the console. */
export const hrefOf = (path: string): string => `#/${path}`;

/** Goes to a path; going back does not lead to the one before, such as that of a dialog that is done. */
export const replacePath = (path: string): void => location.replace(hrefOf(path));

const isWithin = (url: string, path: string): boolean => {
  const { hash } = new URL(url);
  return hash === hrefOf(path) || hash.startsWith(hrefOf(`${path}/`));
};

/**
 * Keeps somebody from leaving a part of the console by the back button, a link or closing the page.
 *
 * @param path of the part: within it, nothing is asked
 * @param mayLeave says whether leaving is fine, and may tell why not
 */
export const useLeaveGuard = (path: string, mayLeave: () => boolean): void => {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!mayLeave()) event.preventDefault();
    };
    const onChange = (event: HashChangeEvent): void => {
      if (isWithin(event.newURL, path) || mayLeave()) return;
      event.stopImmediatePropagation();
      history.pushState(null, '', event.oldURL);
    };
    addEventListener('beforeunload', onUnload);
    // Before the change is followed.
    addEventListener('hashchange', onChange, { capture: true });
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('hashchange', onChange, { capture: true });
    };
  }, [path, mayLeave]);
};

/** The current path, followed as it changes. */
export const useRoute = (): string => {
  const [path, setPath] = useState(currentPath);
  useEffect(() => {
    const onChange = (): void => setPath(currentPath());
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return path;
};
