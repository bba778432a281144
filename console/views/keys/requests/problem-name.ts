import { UNKNOWN_PATH } from '../../../../shared/operations/data-api/routes.ts';
import type { LoggedRequest } from '../../../api/types.ts';

/** The last part of the type of a problem, such as `forbidden`. */
export const problemNameOf = (problemType: string): string =>
  problemType.slice(problemType.lastIndexOf(':') + 1);

/** Whether no operation has the path of a request. */
export const isUnknownPath = ({ route }: Pick<LoggedRequest, 'route'>): boolean =>
  route === UNKNOWN_PATH.path;
