import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  REQUEST_LIMITS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import type { ServiceProps } from './data-table.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** What the functions of the admin API are made with. */
export interface AdminFunctionProps extends ServiceProps {
  /** The app client whose tokens are accepted. */
  readonly clientId: string;
  /** The log group of all functions of the API. */
  readonly logGroup: LogGroup;
}

/**
 * Longer than the default: calls of control planes may have to be retried, and some requests handle hundreds
 * of items.
 */
const TIMEOUT = Duration.seconds(25);

/**
 * Creates a function of the admin API. It reads the stored user, who restricts what the token allows, and
 * counts the request.
 */
export const createAdminFunction = (
  scope: Construct,
  id: string,
  { table, config, clientId, logGroup }: AdminFunctionProps,
  {
    functionName,
    description,
    access = [],
    environment,
  }: Pick<ServiceFunctionProps, 'functionName' | 'description' | 'access' | 'environment'>,
): LambdaFunction =>
  new ServiceFunction(scope, id, {
    functionName,
    description,
    table,
    access: [
      { actions: ['GetItem'], items: ['users'] },
      { actions: ['UpdateItem'], items: ['adminRequests'], mayWriteDuringRestore: true },
      ...access,
    ],
    environment: {
      ...environment,
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
      [REQUEST_LIMITS_VARIABLE]: JSON.stringify(config.adminRequestsPerMinute),
    },
    timeout: TIMEOUT,
    logGroup,
    config,
  }).function;
