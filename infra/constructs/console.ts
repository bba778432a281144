import { AuthorizationType, LambdaIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { CONSOLE_PATHS } from '../../shared/contract/console.ts';
import {
  DATA_API_URL_VARIABLE,
  SIGN_IN_URL_VARIABLE,
  TOKEN_ISSUER_VARIABLE,
  USAGE_PLANS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../shared/runtime/environment.ts';
import type { StageConfig } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { ServiceFunction } from './service-function.ts';
import type { UserDirectory } from './user-directory.ts';

export interface ConsoleProps {
  /** The admin API, which serves the console. */
  readonly api: RestApi;
  readonly users: UserDirectory;
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  readonly config: StageConfig;
}

const PUBLIC = 'The console is the same for everybody and holds no data; what it shows takes a sign-in.';

/**
 * Serves the web console from the function's own bundle; the function has no access to any data.
 */
export const addConsole = (scope: Construct, { api, users, dataApiUrl, config }: ConsoleProps): void => {
  const { function: handler } = new ServiceFunction(scope, 'ServeConsole', {
    functionName: 'serve-console',
    description: 'Serves the web console',
    environment: {
      [DATA_API_URL_VARIABLE]: dataApiUrl,
      [SIGN_IN_URL_VARIABLE]: users.signInUrl,
      [TOKEN_ISSUER_VARIABLE]: users.issuer,
      [USAGE_PLANS_VARIABLE]: JSON.stringify(config.usagePlans),
      [USER_POOL_CLIENT_ID_VARIABLE]: users.client.userPoolClientId,
    },
    config,
  });
  const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
  for (const path of Object.values(CONSOLE_PATHS)) {
    const resource = api.root.resourceForPath(path);
    const method = resource.addMethod('GET', integration, { authorizationType: AuthorizationType.NONE });
    acknowledge(method, { 'AwsSolutions-APIG4': PUBLIC, 'AwsSolutions-COG4': PUBLIC });
    addMethodNotAllowed(resource, 'GET');
  }
};
