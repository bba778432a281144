import { join } from 'node:path';
import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource, Stack } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';
import type { Credentials } from '../settings.ts';

/** How to run a function. */
export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** The bundled module and the name of its exported handler. */
  readonly file: string;
  readonly handler: string;
  readonly timeoutMilliseconds: number;
  readonly memoryMegabytes: number;
  /**
   * Evaluated when a worker starts, since the local addresses of the APIs are known only once they listen.
   */
  readonly environment: () => Readonly<Record<string, string>>;
}

const functionSchema = z.strictObject({
  Code: z.strictObject({ S3Bucket: ignored(), S3Key: z.string() }),
  Handler: z.string().regex(/^[\w-]+\.[\w$]+$/, 'must be MODULE.EXPORT'),
  Runtime: z.string().startsWith('nodejs'),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
  LoggingConfig: z
    .object({ LogFormat: z.literal('JSON'), ApplicationLogLevel: z.literal('INFO').optional() })
    .optional(),
  MemorySize: z.number().default(128),
  Timeout: z.number().default(3),
  FunctionName: ignored(),
  Architectures: ignored(),
  Description: ignored(),
  RecursiveLoop: ignored(),
  ReservedConcurrentExecutions: ignored(),
  Role: ignored(),
  Tags: ignored(),
  TracingConfig: ignored(),
});

/** What functions share. */
export interface FunctionSurroundings {
  readonly account: Stack['account'];
  readonly credentials: Credentials;
  /** Endpoints of AWS services, by the suffix that the SDK appends to `AWS_ENDPOINT_URL_`. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Additional variables that are never set on AWS. */
  readonly environment: Readonly<Record<string, string>>;
  /** Rewrites a URL of the stack to its local address. */
  readonly localUrl: (url: string) => string;
}

/** The variables of Lambda that functions use; the runner's own environment does not reach them. */
const lambdaEnvironment = (
  name: string,
  { account, credentials, endpoints }: FunctionSurroundings,
): Record<string, string> => ({
  AWS_REGION: account.region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_LAMBDA_FUNCTION_NAME: name,
  // Otherwise a developer's own files would change the SDK's behavior.
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  ...Object.fromEntries(
    Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]),
  ),
});

/**
 * The ARN of a function of the stack.
 *
 * @param name its name or ARN
 * @param referrer the resource that names the function
 * @throws StartError when the stack has no such function
 */
export const functionArnOf = (name: string, referrer: string, stack: Stack): string => {
  const functions = stack.resourcesOf('AWS::Lambda::Function');
  const arn = functions.find((resource) => [resource.physicalId, resource.arn].includes(name))?.arn;
  if (arn !== undefined) return arn;
  throw new StartError(`${referrer} names ${name}, which is not a function of the stack.`);
};

/**
 * Reads a function from the stack.
 *
 * @throws StartError when it has an unsupported property, or its code is not in the assembly
 */
export const readFunction = (
  resource: Resource,
  assembly: Assembly,
  surroundings: FunctionSurroundings,
): FunctionDefinition => {
  const properties = readProperties(resource, functionSchema);
  const { physicalId: name, arn = '' } = resource;
  const [module = '', handler = ''] = properties.Handler.split('.');
  return {
    name,
    arn,
    file: join(assembly.assetDirectory(properties.Code.S3Key), `${module}.cjs`),
    handler,
    timeoutMilliseconds: properties.Timeout * 1000,
    memoryMegabytes: properties.MemorySize,
    environment: () => ({
      ...lambdaEnvironment(name, surroundings),
      LAMBDA_TASK_ROOT: assembly.assetDirectory(properties.Code.S3Key),
      ...Object.fromEntries(
        Object.entries(properties.Environment?.Variables ?? {}).map(([variable, value]) => [
          variable,
          surroundings.localUrl(value),
        ]),
      ),
      ...surroundings.environment,
    }),
  };
};
