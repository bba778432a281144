import { useEffect } from 'preact/hooks';
import type { TabStorage } from '../session/tab-storage.ts';

/** Shortcuts of one character can be switched off, for users of speech input (WCAG 2.1.4). */
const SETTING = 'single-key-shortcuts';

export const areShortcutsOn = (storage: TabStorage): boolean => storage.read(SETTING) !== 'off';

/** Holds in this tab until the sign-out. */
export const setShortcutsOn = (storage: TabStorage, isOn: boolean): void =>
  storage.write(SETTING, isOn ? undefined : 'off');

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select');

/** Follows the link that has a shortcut, such as that to the next page. */
const follow = (key: string): boolean => {
  const link = document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`);
  link?.click();
  return link !== null;
};

interface Shortcuts {
  readonly storage: TabStorage;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Listens to the shortcuts of the console. None works above a dialog. */
export const useShortcuts = ({ storage, onSearch, onHelp }: Shortcuts): void => {
  useEffect(() => {
    const act = (key: string): boolean => {
      if (key === '/') onSearch();
      else if (key === '?') onHelp();
      else return follow(key);
      return true;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]') !== null) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey) {
        event.preventDefault();
        onSearch();
      } else if (!(ctrlKey || metaKey || altKey || isTyping(event)) && areShortcutsOn(storage) && act(key)) {
        event.preventDefault();
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
};
