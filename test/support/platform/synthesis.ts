import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { readSynthesizedStack } from '../../../infra/assembly/synthesized-stack.ts';
import { type StageConfig, stageConfig } from '../../../infra/config.ts';
import { ServiceStack } from '../../../infra/service-stack.ts';

const readContext = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'cdk.json'), 'utf8')).context;

/**
 * The stack of a stage, with the same feature flags as `cdk synth`, in a new assembly.
 *
 * @param options.validation CDK's template validation, which takes five seconds the first time. Default:
 * off.
 * @param options.assets copies the bundles into the assembly: 14 MB that take longer to write and remove than
 * the template to synthesize. Default: off.
 */
export const createStack = (
  stage: string,
  config: StageConfig = stageConfig(stage),
  options: { readonly validation?: boolean; readonly assets?: boolean } = {},
) => {
  const outdir = mkdtempSync(join(tmpdir(), 'assembly-'));
  const app = new App({
    outdir,
    stackTraces: false,
    context: { ...readContext(), [DISABLE_ASSET_STAGING_CONTEXT]: options.assets !== true },
    builtinCloudFormationValidation: options.validation ?? false,
  });
  const stack = new ServiceStack(app, `SalesData-${stage}`, { config });
  return { app, stack, outdir };
};

/** The template of a created stack, with the resources of its nested stacks. */
export const templateOf = ({ app, outdir }: ReturnType<typeof createStack>): Template => {
  app.synth();
  return Template.fromJSON(readSynthesizedStack(outdir).template);
};

const templates = new Map<string, Template>();

/** The text that a function makes once for all workers, which have the folder for temporary files in common. */
const once = (key: string, make: () => string): string => {
  const file = join(tmpdir(), `${hash('sha256', key)}.json`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = make();
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  return text;
};

/** The template of a stage with changed settings, synthesized once. Treat it as read-only. */
export const synthesize = (stage: string, changes: Partial<StageConfig> = {}): Template => {
  const key = JSON.stringify([stage, changes]);
  const made = (): string =>
    JSON.stringify(templateOf(createStack(stage, { ...stageConfig(stage), ...changes })).toJSON());
  const template = templates.get(key) ?? Template.fromJSON(JSON.parse(once(key, made)));
  templates.set(key, template);
  return template;
};

/** The data API and the admin API, by the prefix of their logical IDs. */
export type Api = 'SalesApi' | 'AdminApi';

export interface Resource<P> {
  readonly Type: string;
  readonly Properties: P;
  readonly DeletionPolicy?: string;
}

/** The resources of one type, by logical ID. */
export const resourcesOf = <P = Record<string, unknown>>(
  template: Template,
  type: string,
): ReadonlyMap<string, Resource<P>> =>
  new Map(Object.entries(template.findResources(type) as Record<string, Resource<P>>));

interface Policy {
  readonly PolicyDocument: unknown;
}

/**
 * The policies of the roles of functions, within the role or attached to it, by the logical ID of the role.
 */
export const permissionsOf = (template: Template): ReadonlyMap<string, readonly unknown[]> => {
  const attached = [
    ...resourcesOf<Policy & { Roles: readonly { Ref: string }[] }>(template, 'AWS::IAM::Policy').values(),
  ].flatMap(({ Properties: { Roles, PolicyDocument } }) =>
    Roles.map(({ Ref }) => [Ref, PolicyDocument] as const),
  );
  const within = [...resourcesOf<{ Policies?: readonly Policy[] }>(template, 'AWS::IAM::Role')].flatMap(
    ([id, { Properties }]) =>
      (Properties.Policies ?? []).map(({ PolicyDocument }) => [id, PolicyDocument] as const),
  );
  const byRole = Map.groupBy([...within, ...attached], ([id]) => id);
  return new Map([...byRole].map(([id, policies]) => [id, policies.map(([, document]) => document)]));
};

/** The resources of one type that belong to an API. */
export const resourcesOfApi = <P extends { readonly RestApiId?: unknown } = Record<string, unknown>>(
  template: Template,
  type: string,
  api: Api,
): ReadonlyMap<string, Resource<P>> =>
  new Map(
    [...resourcesOf<P>(template, type)].filter(([, { Properties }]) =>
      JSON.stringify(Properties.RestApiId ?? '').includes(`"${api}`),
    ),
  );

/** The properties of every method of an API, by `METHOD /path`. */
export const methodsOf = (template: Template, api: Api): ReadonlyMap<string, Record<string, unknown>> => {
  const resources = resourcesOfApi(template, 'AWS::ApiGateway::Resource', api);
  const pathOf = (reference: unknown): string => {
    const id = (reference as { Ref?: string }).Ref;
    const resource = id === undefined ? undefined : resources.get(id);
    if (resource === undefined) return '';
    return `${pathOf(resource.Properties['ParentId'])}/${String(resource.Properties['PathPart'])}`;
  };
  return new Map(
    [...resourcesOfApi(template, 'AWS::ApiGateway::Method', api).values()].map(({ Properties }) => [
      `${String(Properties['HttpMethod'])} ${pathOf(Properties['ResourceId'])}`,
      Properties,
    ]),
  );
};
