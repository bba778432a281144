import type { DataRoute } from '../../shared/operations/route.ts';
import { API_KEYS, type DataHandler } from '../http/data-api.ts';
import { httpFunction, operation } from '../http/http-function.ts';

/**
 * The Lambda handler of an operation of the data API that returns records, with the parameter `fields`. What
 * selects them is loaded by the first request that does.
 */
export const recordFunction = <R extends DataRoute, B>(route: R, handle: DataHandler<R, B>) => {
  const whole = operation(route, handle);
  return httpFunction(API_KEYS, [
    {
      route,
      async run(event, principal) {
        if (!Object.hasOwn(event.multiValueQueryStringParameters ?? {}, 'fields')) {
          return whole.run(event, principal);
        }
        const { withFields } = await import('../http/with-fields.ts');
        return withFields(route, handle).run(event, principal);
      },
    },
  ]);
};
