import { type Credentials, readCredentials } from '../../runtime/credentials.ts';
import { requiredVariable } from '../../runtime/environment.ts';

/** DynamoDB's region, endpoint and credentials. */
export interface DynamoDbEnvironment {
  readonly region: string;
  readonly endpoint: URL;
  readonly credentials: Credentials;
}

/**
 * Reads the variables that Lambda sets
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime):
 * `AWS_REGION` and the credentials of the function's role. Like the AWS SDK, it also reads
 * `AWS_ENDPOINT_URL_DYNAMODB` and `AWS_ENDPOINT_URL`.
 *
 * @throws Error naming a missing variable
 */
export const readEnvironment = (environment: NodeJS.ProcessEnv): DynamoDbEnvironment => {
  const region = requiredVariable('AWS_REGION', environment);
  // https://docs.aws.amazon.com/general/latest/gr/ddb.html
  const standard = `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const endpoint = environment['AWS_ENDPOINT_URL_DYNAMODB'] || environment['AWS_ENDPOINT_URL'] || standard;
  return { region, endpoint: new URL(endpoint), credentials: readCredentials(environment) };
};
