import { requiredVariable } from '../../runtime/environment.ts';

/** The credentials of the function's role. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** DynamoDB's region, endpoint and credentials. */
export interface DynamoDbEnvironment {
  readonly region: string;
  readonly endpoint: URL;
  readonly credentials: Credentials;
}

/** Reads the credentials that Lambda sets. Throws an error naming a missing variable. */
export const readCredentials = (environment: NodeJS.ProcessEnv): Credentials => {
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    accessKeyId: requiredVariable('AWS_ACCESS_KEY_ID', environment),
    secretAccessKey: requiredVariable('AWS_SECRET_ACCESS_KEY', environment),
    ...(sessionToken ? { sessionToken } : {}),
  };
};

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
