import type { Template, TemplateResource } from './template.ts';

const NESTED_STACK = 'AWS::CloudFormation::Stack';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces values inside a value; `replacement` returns undefined for those to keep. */
const replaceIn = (value: unknown, replacement: (value: Record<string, unknown>) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, replacement));
  if (!isObject(value)) return value;
  return (
    replacement(value) ??
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceIn(each, replacement)]))
  );
};

/** The pseudo parameters that differ between a stack and its nested ones. */
const OWN_NAMES = ['AWS::StackId', 'AWS::StackName'];

/** A nested template as part of its parent's, with the parent's values for its parameters. */
const insert = (logicalId: string, { Properties, DependsOn = [] }: TemplateResource, template: Template) => {
  const parameters: unknown = Properties['Parameters'] ?? {};
  const values = isObject(parameters) ? parameters : {};
  const inserted = replaceIn(template, ({ Ref: name }) => {
    if (typeof name !== 'string') return undefined;
    if (OWN_NAMES.includes(name)) {
      throw new Error(`The nested stack ${logicalId} uses ${name}, which is another one in its parent.`);
    }
    return values[name];
  }) as Template;
  const resources = Object.entries(inserted.Resources).map(
    ([id, resource]) =>
      [id, { ...resource, DependsOn: [...DependsOn, ...(resource.DependsOn ?? [])] }] as const,
  );
  return { resources, outputs: inserted.Outputs };
};

/**
 * One template with the resources of a stack and of its nested stacks: a service does the same in one stack
 * and in several.
 *
 * @param read returns the template of a nested stack by its address
 * @throws Error if two resources have the same logical id
 */
export const inlineNestedStacks = (template: Template, read: (url: unknown) => Template): Template => {
  const isNested = ([, { Type }]: readonly [string, TemplateResource]): boolean => Type === NESTED_STACK;
  const all = Object.entries(template.Resources);
  const nested = new Map(
    all
      .filter(isNested)
      .map(([id, resource]) => [id, insert(id, resource, read(resource.Properties['TemplateURL']))]),
  );
  if (nested.size === 0) return template;
  const resources: (readonly [string, TemplateResource])[] = all.filter((each) => !isNested(each));
  for (const { resources: inserted } of nested.values()) resources.push(...inserted);
  const ids = resources.map(([id]) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined) throw new Error(`Two stacks have a resource with the id ${repeated}.`);
  const withNestedIds = (needed: readonly string[]): string[] =>
    needed.flatMap((id) => nested.get(id)?.resources.map(([inner]) => inner) ?? [id]);
  const outputOf = ({ 'Fn::GetAtt': path }: Record<string, unknown>): unknown => {
    const [id, name] = Array.isArray(path) ? path : [];
    return nested.get(String(id))?.outputs[String(name).replace(/^Outputs\./, '')]?.Value;
  };
  const Resources = Object.fromEntries(
    resources.map(([id, { DependsOn, ...resource }]) => [
      id,
      { ...resource, ...(DependsOn !== undefined && { DependsOn: withNestedIds(DependsOn) }) },
    ]),
  );
  return replaceIn({ ...template, Resources }, outputOf) as Template;
};
