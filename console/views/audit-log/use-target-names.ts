import { useEffect, useState } from 'preact/hooks';
import { apiKeys } from '../../api/api-keys.ts';
import { webhooks } from '../../api/webhooks.ts';
import { useConsole } from '../../console-context.ts';

/** By id: names of the newest keys and endpoints. What is not among them is called by its id. */
export const useTargetNames = (): ReadonlyMap<string, string> => {
  const { api } = useConsole();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const add = (more: readonly (readonly [string, string])[]): void =>
      setNames((before) => new Map([...before, ...more]));
    // The log can be read without names.
    const ignore = (): void => undefined;
    apiKeys(api)
      .list()
      .then(({ items }) => add(items.map(({ id, name }) => [id, name])), ignore);
    webhooks(api)
      .list()
      .then(({ items }) => add(items.map(({ id, url }) => [id, url])), ignore);
  }, [api]);
  return names;
};
