import { useState } from 'preact/hooks';

/**
 * The values of a form that filters a list. They start with those of the address and follow it: Back and
 * links change it too. The form is not replaced meanwhile, so the focus stays.
 *
 * @param given the values of the address
 */
export const useFilterValues = <T extends object>(
  given: T,
): readonly [values: T, set: (changes: Partial<T>) => void] => {
  const address = JSON.stringify(given);
  const [typed, setTyped] = useState<{ readonly address: string; readonly changes: Partial<T> }>({
    address,
    changes: {},
  });
  const changes = typed.address === address ? typed.changes : {};
  return [{ ...given, ...changes }, (more) => setTyped({ address, changes: { ...changes, ...more } })];
};
