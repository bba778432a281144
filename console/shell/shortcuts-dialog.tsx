import { useState } from 'preact/hooks';
import { useConsole } from '../console-context.ts';
import { Checkbox } from '../parts/choices.tsx';
import { Dialog, DialogAction } from '../parts/dialog.tsx';
import { areShortcutsOn, setShortcutsOn } from './shortcuts.ts';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Search'],
  ['⌘ K or Ctrl K', 'Search, also while typing'],
  ['[', 'Previous page of a list'],
  [']', 'Next page of a list'],
  ['Esc', 'Close a dialog or a menu'],
  ['?', 'Show these shortcuts'],
];

/** Lists the shortcuts, of which those of one key can be switched off. */
export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { storage } = useConsole();
  const [isOn, setOn] = useState(() => areShortcutsOn(storage));
  const change = (value: boolean): void => {
    setShortcutsOn(storage, value);
    setOn(value);
  };
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isOn} onChange={change}>
        Use shortcuts of a single key
      </Checkbox>
      <DialogAction onClick={onClose}>Done</DialogAction>
    </Dialog>
  );
};
