import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import {
  DATA_API_URL_VARIABLE,
  SIGN_IN_URL_VARIABLE,
  TOKEN_ISSUER_VARIABLE,
  USAGE_PLANS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import type { StageConfig } from '../../config.ts';
import { ServiceFunction } from '../platform/service-function.ts';

/** What the pages of the console name. Addresses have no trailing slash. */
export interface ConsoleProps {
  readonly dataApiUrl: string;
  /** Names the bucket to which the console uploads files. */
  readonly bucketEnvironment: Readonly<Record<string, string>>;
  readonly signInUrl: string;
  /** The `iss` claim of the tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly config: StageConfig;
}

/** Creates the function that serves the console from its own bundle. It has no access to any data. */
export const createServeConsole = (
  scope: Construct,
  { dataApiUrl, bucketEnvironment, signInUrl, issuer, clientId, config }: ConsoleProps,
): LambdaFunction =>
  new ServiceFunction(scope, 'ServeConsole', {
    functionName: 'serve-console',
    description: 'Serves the web console',
    environment: {
      ...bucketEnvironment,
      [DATA_API_URL_VARIABLE]: dataApiUrl,
      [SIGN_IN_URL_VARIABLE]: signInUrl,
      [TOKEN_ISSUER_VARIABLE]: issuer,
      [USAGE_PLANS_VARIABLE]: JSON.stringify(config.usagePlans),
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
    },
    config,
  }).function;
