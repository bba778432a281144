import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportCheck, ImportSettings } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';

/** How long settings must rest before they are checked. */
const REST_MILLISECONDS = 500;

/** What an import would do, and whether that is of the present settings. */
export interface Check extends Loaded<ImportCheck> {
  readonly isCurrent: boolean;
}

/** Checks an import whenever its settings rest. The last result stays meanwhile. */
export const useCheck = (id: string, settings: ImportSettings): Check => {
  const { api } = useConsole();
  const [checked, setChecked] = useState(settings);
  useEffect(() => {
    if (settings === checked) return undefined;
    const timer = setTimeout(() => setChecked(settings), REST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [settings, checked]);
  const loaded = useLoad(
    (signal) => api.request('POST /imports/{id}/check', { id, body: { settings: checked } }, signal),
    [api, id, checked],
  );
  const last = useRef<ImportCheck>(undefined);
  if (loaded.value !== undefined) last.current = loaded.value;
  return { ...loaded, value: last.current, isCurrent: settings === checked && !loaded.isLoading };
};
