import { useState } from 'preact/hooks';
import { useConsole } from '../console-context.ts';

/** What is typed into a form. It outlives signing in again in this tab; nothing secret may be in it. */
export interface Draft<T> {
  readonly values: T;
  readonly set: (values: Partial<T>) => void;
  /** Once it was used or is not wanted any more. */
  readonly clear: () => void;
}

/** Drafts of all forms start with this, in the storage of the tab. */
export const DRAFTS = 'draft:';

/**
 * @param form names the form, such as `api-keys/create`
 * @param initial what is in it to begin with
 */
export const useDraft = <T extends object>(form: string, initial: T): Draft<T> => {
  const { storage, user } = useConsole();
  const name = `${DRAFTS}${user.id}:${form}`;
  const [values, setValues] = useState<T>(() => {
    const kept = storage.read(name);
    return typeof kept === 'object' && kept !== null ? { ...initial, ...kept } : initial;
  });
  return {
    values,
    set: (changes) => {
      const next = { ...values, ...changes };
      setValues(next);
      storage.write(name, next);
    },
    clear: () => storage.write(name, undefined),
  };
};
