import { parseQuery, type Query, type QueryParameters } from '../../../shared/contract/query-parameters.ts';
import { parseFields } from '../../../shared/contract/records/field-selection.ts';

/** The values of a valid query string, as a handler gets them. Throws for an invalid one. */
export const validQuery = <const P extends QueryParameters>(
  declared: P,
  given: Readonly<Record<string, string | undefined>>,
): Query<P> => {
  const values = Object.entries(given).map(([name, value]) => [name, value === undefined ? [] : [value]]);
  const parsed = parseQuery<P>(declared, Object.fromEntries(values), parseFields);
  if ('errors' in parsed) throw new Error(`The query is invalid: ${JSON.stringify(parsed.errors)}`);
  return parsed.query;
};
