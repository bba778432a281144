import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AdminApi } from './api/admin-api.ts';
import type { SessionInfo } from './api/types.ts';
import type { Configuration } from './configuration.ts';
import type { User } from './session/oauth-client.ts';
import type { TabStorage } from './session/tab-storage.ts';

/** The context of every view. */
export interface Console {
  readonly configuration: Configuration;
  readonly api: AdminApi;
  /** According to the ID token. */
  readonly user: User;
  /** According to the admin API; `undefined` until it is loaded. */
  readonly session: SessionInfo | undefined;
  readonly reloadSession: () => void;
  readonly storage: TabStorage;
  /** Shows a message for some seconds and reads it out. */
  readonly announce: (text: string) => void;
  /** The title of the current view. */
  readonly viewTitle: string;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** Throws outside of the console. */
export const useConsole = (): Console => {
  const value = useContext(ConsoleContext);
  if (value === undefined) throw new Error('useConsole must be called within ConsoleContext.Provider.');
  return value;
};
