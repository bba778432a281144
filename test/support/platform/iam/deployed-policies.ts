import type { Template } from 'aws-cdk-lib/assertions';
import { templateSchema } from '../../../../infra/assembly/template.ts';
import { resolveIntrinsics } from '../../../../infra/local/assembly/intrinsics.ts';
import { createReferences } from '../../../../infra/local/assembly/stack.ts';
import { permissionsOf, resourcesOf } from '../synthesis.ts';
import { readStatements, type Statement } from './policy.ts';

const ACCOUNT = { accountId: '000000000000', region: 'eu-central-1' };
const STACK = 'SalesData';

/** A function of the stack with the permissions of its role. */
export interface DeployedFunction {
  /** The name of its folder, with which its description begins. */
  readonly folder: string;
  /** The ARN of its role. */
  readonly role: string;
  readonly statements: readonly Statement[];
  /** The ARN of its log group, without the trailing `:*`. */
  readonly logGroup: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** The policies of a template as if deployed. */
export interface DeployedPolicies {
  /** By construct ID, such as `GetPerson`. */
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  /** Policies of queues and keys, by resource ARN. */
  readonly resourcePolicies: ReadonlyMap<string, readonly Statement[]>;
  /** The ARN of each resource of a type, by logical ID without its hash. */
  arnsOf(type: string): Readonly<Record<string, string>>;
  /** The `Ref` of each resource of a type, by logical ID without its hash. */
  referencesTo(type: string): Readonly<Record<string, string>>;
}

const withoutHash = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

const nameOf = (logicalId: string): string =>
  withoutHash(logicalId).replace(/^(SalesApi|AdminApi|ChangeEvents|Webhooks)|Function$/g, '');

/** Reads every policy that can apply to a request from a function. */
export const deployedPolicies = (template: Template): DeployedPolicies => {
  const parsed = templateSchema.parse(template.toJSON());
  const references = createReferences({ template: parsed, stackName: STACK }, ACCOUNT);
  const { ref, attribute } = references;
  const resolved = (value: unknown, place: string): unknown => resolveIntrinsics(value, references, place);
  const arnOf = (reference: unknown, place: string): string => String(resolved(reference, place));

  const permissions = permissionsOf(template);
  const ofRoles = new Map(
    [...permissions].map(([id, documents]) => [
      attribute(id, 'Arn'),
      documents.flatMap((document) => readStatements(resolved(document, id))),
    ]),
  );

  const functions = new Map<string, DeployedFunction>();
  for (const [id, { Properties }] of resourcesOf<{
    Description: string;
    Role: unknown;
    LoggingConfig: { LogGroup: unknown };
    Tags?: readonly { readonly Key: string; readonly Value: string }[];
  }>(template, 'AWS::Lambda::Function')) {
    const role = arnOf(Properties.Role, id);
    const logGroup = `arn:aws:logs:${ACCOUNT.region}:${ACCOUNT.accountId}:log-group:${arnOf(Properties.LoggingConfig.LogGroup, id)}`;
    functions.set(nameOf(id), {
      folder: Properties.Description.replace(/:.*/s, ''),
      role,
      statements: ofRoles.get(role) ?? [],
      logGroup,
      tags: Object.fromEntries((Properties.Tags ?? []).map(({ Key, Value }) => [Key, Value])),
    });
  }

  const resourcePolicies = new Map<string, readonly Statement[]>();
  for (const [id, { Properties }] of resourcesOf<{ Queues: unknown[]; PolicyDocument: unknown }>(
    template,
    'AWS::SQS::QueuePolicy',
  )) {
    const statements = readStatements(resolved(Properties.PolicyDocument, id));
    const urls = Properties.Queues.map((queue) => String(resolved(queue, id)));
    for (const url of urls) {
      const queue = url.replace(/^.*\//, '');
      resourcePolicies.set(`arn:aws:sqs:${ACCOUNT.region}:${ACCOUNT.accountId}:${queue}`, statements);
    }
  }
  for (const [id, { Properties }] of resourcesOf(template, 'AWS::KMS::Key')) {
    resourcePolicies.set(attribute(id, 'Arn') ?? '', readStatements(resolved(Properties['KeyPolicy'], id)));
  }

  const byName = (type: string, value: (logicalId: string) => string | undefined) =>
    Object.fromEntries(
      [...resourcesOf(template, type).keys()].map((id) => [withoutHash(id), value(id) ?? '']),
    );
  return {
    functions,
    resourcePolicies,
    arnsOf: (type) => byName(type, (id) => attribute(id, 'Arn')),
    referencesTo: (type) => byName(type, ref),
  };
};
