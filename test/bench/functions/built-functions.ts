import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAssembly } from '../../../infra/local/assembly/assembly.ts';
import { deployStack } from '../../../infra/local/assembly/stack.ts';
import { readFunction } from '../../../infra/local/lambda/function-definition.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { accessLogBytesOf } from './access-log-bytes.ts';

/** A function of the service, as built by the stack. */
export interface BuiltFunction {
  readonly file: string;
  /** Size of the code asset, without source maps. */
  readonly bundleBytes: number;
  readonly environment: Readonly<Record<string, string>>;
}

const codeBytesOf = (folder: string): number =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.cjs'))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

const REGION = 'us-east-1';

/**
 * `builtFunction` returns a function of the stack by construct path, such as `SalesApi/GetPerson`.
 *
 * @param options.environment overrides the variables that the stack sets
 * @param options.directory of the synthesized stack; default: synthesizes it
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
      bundleBytes: codeBytesOf(dirname(file)),
      environment: { ...own(), ...environment },
    };
  };
  return { builtFunction, accessLogBytes: accessLogBytesOf(stack) };
};
