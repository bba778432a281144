import { useEffect } from 'preact/hooks';
import type { Import } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { type Loaded, useLoad } from '../../parts/use-load.ts';
import { isUnderWay } from './import-status.tsx';

const INTERVAL_MILLISECONDS = 1_000;

/** An import, followed until it ends. */
export const useImport = (id: string): Loaded<Import> => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /imports/{id}', { id }, signal), [api, id]);
  const { value, isLoading, error, reload } = loaded;
  useEffect(() => {
    if (isLoading || error !== undefined || value === undefined || !isUnderWay(value)) return undefined;
    const timer = setTimeout(reload, INTERVAL_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value, isLoading, error]);
  return loaded;
};
