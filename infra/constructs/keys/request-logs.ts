import { Stack } from 'aws-cdk-lib';
import { AccessLogField } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { RequestLogGroups } from '../../../shared/keys/requests/request-logs.ts';
import { REQUEST_LOG_GROUPS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { allow } from '../platform/service-function.ts';

/** The log groups that know the requests of the data API. */
export type RequestLogs = Readonly<Record<keyof RequestLogGroups, LogGroup>>;

/**
 * Fields of the data API's access log. API Gateway knows those of the authorizer also where it refuses a
 * request itself, as for a missing permission or a limit of the usage plan. They are safe in JSON: see
 * `loggableRequest`.
 */
export const LOGGED_BY_AUTHORIZER: Readonly<Record<string, string>> = Object.fromEntries(
  ['organizationId', 'keyId', 'ownerId', 'path', 'userAgent', 'deniedType', 'deniedValue'].map((name) => [
    name,
    AccessLogField.contextAuthorizer(name),
  ]),
);

/** The indexed fields of the access log, and of the authorizer's lines about refused keys. */
export const REQUEST_INDEXES: readonly string[] = ['organizationId', 'keyId', 'ownerId', 'requestId'];

/** The indexed fields of the lines of functions, which Lambda nests. */
export const FUNCTION_LINE_INDEXES: readonly string[] = ['message.organizationId', 'message.requestId'];

/** The environment of a function that searches the logs. */
export const requestLogsEnvironment = (scope: Construct, logs: RequestLogs) => ({
  [REQUEST_LOG_GROUPS_VARIABLE]: Stack.of(scope).toJsonString({
    access: logs.access.logGroupName,
    authorizer: logs.authorizer.logGroupName,
    functions: logs.functions.logGroupName,
  } satisfies RequestLogGroups),
});

/**
 * Allows searching the logs. Results belong to no log group: their ids are random, and only who started a
 * search knows its id.
 */
export const grantSearch = (handler: LambdaFunction, logs: RequestLogs): void => {
  const arns = Object.values(logs).map(({ logGroupArn }) => logGroupArn);
  allow(handler, ['logs:StartQuery'], arns);
  allow(handler, ['logs:GetQueryResults', 'logs:StopQuery'], ['*']);
};
