import { useState } from 'preact/hooks';
import { useConsole } from '../console-context.ts';

/** The input of a form. It survives a new sign-in in this tab; never put secrets into it. */
export interface Draft<T> {
  readonly values: T;
  readonly set: (values: Partial<T>) => void;
  /** Call it once the draft is saved or discarded. */
  readonly clear: () => void;
}

/**
 * @param form names the form, such as `api-keys/create`
 * @param initial the initial values
 */
export const useDraft = <T extends object>(form: string, initial: T): Draft<T> => {
  const { storage, user } = useConsole();
  const name = `draft:${user.organizationId}:${user.id}:${form}`;
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
