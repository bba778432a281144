import type { UpdateOperation } from '../writer.ts';
import type { TableKey } from './keys.ts';

type Condition = Pick<
  UpdateOperation,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

const clause = (keyword: string, parts: readonly string[]): readonly string[] =>
  parts.length === 0 ? [] : [`${keyword} ${parts.join(', ')}`];

/**
 * Sets attributes of an item, and removes those that are `null`.
 *
 * @param condition may use the placeholder `#name` of a changed attribute; its values need distinct names
 * @param added increments of other attributes
 */
export const updateOf = (
  key: TableKey,
  attributes: Readonly<Record<string, unknown>>,
  condition: Condition = {},
  added: Readonly<Record<string, number>> = {},
): UpdateOperation => {
  const entries = Object.entries(attributes);
  const set = entries.filter(([, value]) => value !== null).map(([name]) => `#${name} = :${name}`);
  const removed = entries.filter(([, value]) => value === null).map(([name]) => `#${name}`);
  const sums = Object.keys(added).map((name) => `#${name} :${name}`);
  const all = [...entries, ...Object.entries(added)];
  const values = {
    ...Object.fromEntries(
      all.filter(([, value]) => value !== null).map(([name, value]) => [`:${name}`, value]),
    ),
    ...condition.ExpressionAttributeValues,
  };
  return {
    ...condition,
    Key: { ...key },
    UpdateExpression: [...clause('SET', set), ...clause('REMOVE', removed), ...clause('ADD', sums)].join(' '),
    ExpressionAttributeNames: {
      ...Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
      ...condition.ExpressionAttributeNames,
    },
    // DynamoDB refuses an empty map.
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};
