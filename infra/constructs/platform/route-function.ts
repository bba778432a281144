import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { RouteName } from '../../../shared/operations/data-api/routes.ts';
import type { ServiceFunctionProps } from './service-function.ts';

/** What the function of a route of the data API may do, and is given. */
export interface RouteFunction
  extends Pick<
    ServiceFunctionProps,
    'access' | 'environment' | 'files' | 'timeout' | 'memoryMb' | 'writesFiles'
  > {
  /** Grants what is not of the table. @default nothing */
  readonly grant?: (handler: LambdaFunction) => void;
}

/** The functions of some routes. A capability declares those of its own routes. */
export type RouteFunctions<N extends RouteName> = Readonly<Record<N, RouteFunction>>;
