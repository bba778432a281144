import { statSync } from 'node:fs';
import { readAssembly } from '../../../infra/local/assembly/assembly.ts';
import { deployStack } from '../../../infra/local/assembly/stack.ts';
import { readFunction } from '../../../infra/local/lambda/function-definition.ts';
import { synthesizeAssembly } from '../../support/assembly.ts';
import { accessLogBytesOf } from './access-log-bytes.ts';

/** A function of the service as the stack builds it. */
export interface BuiltFunction {
  readonly file: string;
  /** Of the code in the asset, without source maps. */
  readonly bundleBytes: number;
  readonly environment: Readonly<Record<string, string>>;
}

const REGION = 'us-east-1';

/**
 * `builtFunction` gives the functions of the stack by the path of their construct, such as `SalesApi/GetPerson`.
 *
 * @param options.environment goes over what the stack gives them
 * @param options.directory of the synthesized stack; by default it is synthesized
 */
export const buildFunctions = ({
  environment = {},
  directory = synthesizeAssembly(),
}: {
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
} = {}) => {
  const assembly = readAssembly(directory);
  const stack = deployStack(assembly, REGION);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const definitions = stack.resourcesOf('AWS::Lambda::Function').map((resource) => ({
    logicalId: resource.logicalId,
    definition: readFunction(resource, assembly, {
      account: stack.account,
      credentials,
      endpoints: {},
      environment: {},
      localUrl: (url) => url,
    }),
  }));
  const builtFunction = (path: string): BuiltFunction => {
    const start = `${path.replace('/', '')}Function`;
    const found = definitions.find(({ logicalId }) => logicalId.startsWith(start));
    if (found === undefined) throw new Error(`The stack has no function ${path}.`);
    const { file, environment: own } = found.definition;
    return {
      file,
      bundleBytes: statSync(file).size,
      environment: { ...own(), ...environment },
    };
  };
  return { builtFunction, accessLogBytes: accessLogBytesOf(stack) };
};
