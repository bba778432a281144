import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../console-context.ts';
import { addressOf } from '../routing/route.ts';
import { changedFields } from './changed-fields.ts';

/** The input of a form. It survives a new sign-in in this tab; never put secrets into it. */
export interface Draft<T> {
  readonly values: T;
  readonly set: (values: Partial<T>) => void;
  /** Call it once the draft is saved or discarded. */
  readonly clear: () => void;
}

/**
 * @param form names the form, such as `api-keys/create`
 * @param initial the initial values; fields that were not edited follow them
 */
export const useDraft = <T extends object>(form: string, initial: T): Draft<T> => {
  const { storage, user } = useConsole();
  const name = `draft:${user.organizationId}:${user.id}:${form}`;
  const [edited, setEdited] = useState<object | undefined>(() => {
    const kept = storage.read(name);
    return typeof kept === 'object' && kept !== null ? kept : undefined;
  });
  const values = { ...initial, ...edited };
  const keep = (fields: object | undefined): void => {
    setEdited(fields);
    storage.write(name, fields);
  };
  return {
    values,
    set: (changes) => keep(changedFields(initial, { ...values, ...changes })),
    clear: () => keep(undefined),
  };
};

/** Discards the draft of a form within a page, which would otherwise reappear there as if it were saved. */
export const useDiscardOnLeave = ({ clear }: Pick<Draft<object>, 'clear'>): void => {
  useEffect(() => {
    const { path } = addressOf(location.hash);
    return () => {
      // A new sign-in removes the form, too, but returns to its address.
      if (addressOf(location.hash).path !== path) clear();
    };
  }, []);
};
