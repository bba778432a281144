import { requiredVariable } from '../../runtime/environment.ts';

/** Where DynamoDB is, and as whom to call it. */
export interface DynamoDbEnvironment {
  readonly region: string;
  readonly endpoint: URL;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

/** https://docs.aws.amazon.com/general/latest/gr/ddb.html */
const endpointOf = (region: string): string =>
  `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/**
 * Reads what Lambda sets: `AWS_REGION` and the credentials of the function's role; and
 * `AWS_ENDPOINT_URL_DYNAMODB` or `AWS_ENDPOINT_URL`, as the AWS SDK does
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime).
 *
 * @throws Error naming a variable that is missing
 */
export const readEnvironment = (environment: NodeJS.ProcessEnv): DynamoDbEnvironment => {
  const region = requiredVariable('AWS_REGION', environment);
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    region,
    endpoint: new URL(
      environment['AWS_ENDPOINT_URL_DYNAMODB'] || environment['AWS_ENDPOINT_URL'] || endpointOf(region),
    ),
    credentials: {
      accessKeyId: requiredVariable('AWS_ACCESS_KEY_ID', environment),
      secretAccessKey: requiredVariable('AWS_SECRET_ACCESS_KEY', environment),
      ...(sessionToken ? { sessionToken } : {}),
    },
  };
};
