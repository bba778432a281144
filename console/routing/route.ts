import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ScrollMemory } from './scroll.ts';

/** The parameters of an address, after its `?`: the filters, the order and the page of a list. */
export type Query = Readonly<Record<string, string>>;

/** An address within the console: the fragment after `#/`. */
export interface Address {
  readonly path: string;
  readonly query: Query;
  /** The organization that it names. @default whichever the user is in */
  readonly organizationId?: string;
}

const NAMED = /^in\/([0-9a-f-]{36})\/?/;

/** @param hash of the page, which a user may have typed */
export const addressOf = (hash: string): Address => {
  const [named = '', ...search] = hash.replace(/^#?\/?/, '').split('?');
  const [, organizationId] = NAMED.exec(named) ?? [];
  return {
    path: named.replace(NAMED, ''),
    query: Object.fromEntries(new URLSearchParams(search.join('?'))),
    ...(organizationId !== undefined && { organizationId }),
  };
};

/** What addresses begin with: the organization, for a user of several. */
let prefix = '';

/**
 * Lets all addresses name the organization from now on, so that links, tabs and reloads stay in it.
 *
 * @param organizationId `undefined` for a user of only one
 */
export const nameOrganization = (organizationId: string | undefined): void => {
  prefix = organizationId === undefined ? '' : `in/${organizationId}/`;
};

const currentAddress = (): Address => addressOf(location.hash);

/** The address of a path within the console. Parameters without a value are omitted. */
export const hrefOf = (path: string, query: Readonly<Record<string, string | undefined>> = {}): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `#/${prefix}${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
};

/** The address of a dialog above a list, which keeps its filters and its page. */
export const dialogHref = (path: string): string => hrefOf(path, currentAddress().query);

/** The address of the documentation, outside the page. */
export const DOCUMENTATION = 'console/docs';

/** Replaces the current path, so that Back does not reopen a finished dialog. The parameters stay. */
export const replacePath = (path: string): void => location.replace(dialogHref(path));

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
      if (!`${currentAddress().path}/`.startsWith(`${part}/`) && !mayLeave()) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    addEventListener(LEAVE_EVENT, onLeave);
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener(LEAVE_EVENT, onLeave);
    };
  }, [part, mayLeave]);
};

/**
 * The current address, followed as it changes.
 *
 * @param scroll restores the position of the page on Back
 */
export const useRoute = (scroll: ScrollMemory): Address => {
  const [address, setAddress] = useState(currentAddress);
  // Before the browser paints: the address may change right after.
  useLayoutEffect(() => {
    const onChange = ({ oldURL }: HashChangeEvent): void => {
      if (dispatchEvent(new Event(LEAVE_EVENT, { cancelable: true }))) {
        scroll.arrive();
        setAddress(currentAddress());
      } else history.pushState(null, '', oldURL);
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return address;
};
