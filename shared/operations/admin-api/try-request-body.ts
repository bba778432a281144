import * as z from 'zod/mini';
import { idField } from '../../contract/body-fields.ts';
import { shorten } from '../../contract/query-parameters.ts';
import { READ_ROUTE_NAMES, ROUTES } from '../data-api/routes.ts';
import type { DataRoute } from '../route.ts';

const MAX_VALUE_LENGTH = 1_000;

const OPERATION_RULE = `must be one of: ${READ_ROUTE_NAMES.join(', ')}`;
const ID_RULE = 'must be a UUID such as 6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const QUERY_RULE =
  `must be an object of query parameters whose values are strings of at most ${MAX_VALUE_LENGTH} ` +
  'characters';
const API_KEY_RULE = 'must be an API key: 1 to 200 visible ASCII characters without spaces';

/**
 * `POST /try-requests`: a request to the data API that reads. Only the parts of its URL are validated; the
 * data API itself validates query values and the key, because the caller wants to see its response.
 */
export const tryRequestBody = z
  .strictObject({
    operation: z.enum(READ_ROUTE_NAMES, OPERATION_RULE),
    id: z.optional(idField(ID_RULE)),
    query: z.optional(
      z.record(z.string(), z.string(QUERY_RULE).check(z.maxLength(MAX_VALUE_LENGTH, QUERY_RULE)), QUERY_RULE),
    ),
    /** Visible ASCII, as in a header. */
    apiKey: z.string(API_KEY_RULE).check(z.regex(/^[\x21-\x7e]{1,200}$/, API_KEY_RULE)),
  })
  .check(({ value: { operation, id, query = {} }, issues }) => {
    const reject = (path: string[], message: string): void => {
      issues.push({ code: 'custom', path, message, input: undefined });
    };
    const route: DataRoute = ROUTES[operation];
    const takesId = route.path.includes('{id}');
    if (takesId !== (id !== undefined)) {
      reject(['id'], takesId ? ID_RULE : `must be omitted: ${operation} takes no id`);
    }
    const names = Object.keys(route.query);
    for (const name of Object.keys(query).filter((each) => !names.includes(each))) {
      const allowed = names.join(', ') || 'none';
      reject(['query', shorten(name)], `is unknown; query parameters of ${operation}: ${allowed}`);
    }
  });
