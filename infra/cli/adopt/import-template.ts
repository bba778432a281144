interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** A CloudFormation template, as far as it matters here. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
}

/** What a removed stack left, by its physical name or id. */
export interface RetainedResources {
  readonly table: string;
  readonly webhookKey: string;
  readonly userPool: string;
}

/** The input of a change set with the type `IMPORT`. */
export interface ImportChangeSet {
  readonly template: StackTemplate;
  readonly resourcesToImport: readonly {
    readonly ResourceType: string;
    readonly LogicalResourceId: string;
    readonly ResourceIdentifier: Readonly<Record<string, string>>;
  }[];
}

const CONSTRUCT_OF_KEY = /^Webhooks/;

/** How CloudFormation identifies a retained resource; `undefined` for one that was not retained. */
const identifierOf = (
  logicalId: string,
  { Type, Properties = {} }: Resource,
  { table, webhookKey, userPool }: RetainedResources,
): Readonly<Record<string, string>> | undefined => {
  switch (Type) {
    case 'AWS::DynamoDB::Table':
      return { TableName: table };
    case 'AWS::KMS::Key':
      return CONSTRUCT_OF_KEY.test(logicalId) ? { KeyId: webhookKey } : undefined;
    case 'AWS::Cognito::UserPool':
      return { UserPoolId: userPool };
    case 'AWS::Cognito::UserPoolGroup':
      return { UserPoolId: userPool, GroupName: String(Properties['GroupName']) };
    default:
      return undefined;
  }
};

/** The resources that a value refers to, by `Ref` and `Fn::GetAtt`. */
const referencesOf = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, nested]) => {
    if (name === 'Ref') return [String(nested)];
    if (name === 'Fn::GetAtt') return [String(Array.isArray(nested) ? nested[0] : nested)];
    return referencesOf(nested);
  });
};

/**
 * The change set that makes a new stack of what a removed one left: its table, webhook key, and user pool
 * with groups. Properties that refer to other resources are omitted: the deployment after it adds them with
 * the resources.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-manually.html
 *
 * @param template of the whole stack
 */
export const importChangeSet = (template: StackTemplate, retained: RetainedResources): ImportChangeSet => {
  const imported = Object.entries(template.Resources).flatMap(([logicalId, resource]) => {
    const identifier = identifierOf(logicalId, resource, retained);
    return identifier === undefined ? [] : [{ logicalId, resource, identifier }];
  });
  const known = new Set(imported.map(({ logicalId }) => logicalId));
  const isKnown = (name: string): boolean => known.has(name) || name.startsWith('AWS::');
  const withKnownReferences = ({ Type, Properties = {} }: Resource) => ({
    Type,
    Properties: Object.fromEntries(
      Object.entries(Properties).filter(([, value]) => referencesOf(value).every(isKnown)),
    ),
    // An import requires it.
    DeletionPolicy: 'Retain',
  });
  return {
    template: {
      Resources: Object.fromEntries(
        imported.map(({ logicalId, resource }) => [logicalId, withKnownReferences(resource)]),
      ),
    },
    resourcesToImport: imported.map(({ logicalId, resource, identifier }) => ({
      ResourceType: resource.Type,
      LogicalResourceId: logicalId,
      ResourceIdentifier: identifier,
    })),
  };
};
