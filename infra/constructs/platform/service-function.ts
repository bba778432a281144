import { Duration, Tags } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TABLE_NAME_VARIABLE } from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/leading-keys.ts';
import { STOPPED_FOR_RESTORE_TAG } from '../../assembly/stopped-for-restore.ts';
import type { NetworkPlacement, StageConfig } from '../../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { ServiceTable } from './data-table.ts';
import { bundledCode } from './function-bundle.ts';
import { createLogGroup } from './retention.ts';

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'ConditionCheckItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

/** A kind of items in the table. */
export type ItemKind = keyof typeof LEADING_KEYS;

/** Permissions of a function on the table. Transactions need the actions of their parts. */
export interface TableAccess {
  readonly actions: readonly TableAction[];
  /** The kinds of items, whose partition keys `dynamodb:LeadingKeys` allows. */
  readonly items: readonly ItemKind[];
  /** Grants access to these indexes instead of the table itself. */
  readonly indexes?: readonly { readonly name: string }[];
  /**
   * Limits requests to these attributes, including those of the primary key, and to `ReturnValues: NONE`:
   * `dynamodb:Attributes`.
   * @default all attributes
   */
  readonly attributes?: readonly string[];
  /**
   * Whether what it writes follows from other items or can be lost, so that it may continue while a table is
   * restored.
   * @default false
   */
  readonly mayWriteDuringRestore?: boolean;
}

export interface ServiceFunctionProps {
  /** The function's own folder, `functions/<word>/<functionName>`. */
  readonly functionName: string;
  /** What it does. The function's description in AWS begins with its name, by which operators find it. */
  readonly description: string;
  /**
   * The table that `access` refers to.
   * @default none: the function does not know its name either
   */
  readonly table?: ServiceTable;
  readonly access?: readonly TableAccess[];
  readonly config: StageConfig;
  /**
   * Environment variables besides the table's name.
   * @default none
   */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Files next to its code, by name.
   * @default none
   */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * The timeout. API handlers respond half a second earlier.
   * @default 10 seconds, well below API Gateway's 29 seconds
   */
  readonly timeout?: Duration;
  /**
   * The memory in MB; Lambda gives CPU in proportion.
   * @default that of the stage
   */
  readonly memoryMb?: number;
  /** @default none: Lambda's own network, with access to the internet */
  readonly network?: NetworkPlacement | undefined;
  /**
   * The log group that it shares: names of its streams tell its functions apart.
   * @default its own
   */
  readonly logGroup?: LogGroup;
  /**
   * Whether it continues its work by messages to its own queue. Otherwise, Lambda takes these for an endless
   * loop and drops them after 16 invocations:
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   * @default false
   */
  readonly sendsToItself?: boolean;
  /**
   * Whether it, or who gets its presigned URLs, writes files, although it writes no items.
   * @default false
   */
  readonly writesFiles?: boolean;
}

const isRead = (action: TableAction): boolean => /^(Get|BatchGet|Query|ConditionCheck)/.test(action);

/** Allows a function these actions on these resources. */
export const allow = (
  handler: LambdaFunction,
  actions: readonly string[],
  resources: readonly string[],
  conditions: Readonly<Record<string, unknown>> = {},
): void => {
  handler.addToRolePolicy(
    new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }),
  );
};

/**
 * What Lambda needs to manage the network interfaces of a function, which AWS grants on all resources:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html#configuration-vpc-permissions
 */
const manageNetworkInterfaces = (): PolicyStatement =>
  new PolicyStatement({
    actions: [
      'ec2:CreateNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:DeleteNetworkInterface',
      'ec2:AssignPrivateIpAddresses',
      'ec2:UnassignPrivateIpAddresses',
    ],
    resources: ['*'],
  });

/** Places a function by ids alone: to import a VPC, CDK would have to know its Availability Zones. */
const placeInNetwork = (lambda: LambdaFunction, { subnetIds, securityGroupIds }: NetworkPlacement): void => {
  const resource = lambda.node.defaultChild;
  if (!(resource instanceof CfnFunction)) throw new Error('The function has no resource.');
  resource.vpcConfig = { subnetIds: [...subnetIds], securityGroupIds: [...securityGroupIds] };
};

const tableStatement = (
  table: ServiceTable,
  { actions, items, indexes, attributes }: TableAccess,
): PolicyStatement =>
  new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: indexes?.map((index) => `${table.tableArn}/index/${index.name}`) ?? [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': items.map((kind) => LEADING_KEYS[kind]) },
      // ForAllValues also matches requests without any key; this does not.
      Null: { 'dynamodb:LeadingKeys': 'false' },
      // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
      ...(attributes === undefined
        ? {}
        : {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
            StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE'] },
          }),
    },
  });

/**
 * A role that contains its permissions. CDK would put them into a separate policy resource, and the stack
 * has many roles: CloudFormation allows 500 resources.
 */
class FunctionRole extends Role {
  readonly #permissions: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const permissions = new PolicyDocument();
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Permissions: permissions },
    });
    this.#permissions = permissions;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#permissions.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}

/** A Lambda function with its own role, log group and table permissions. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { functionName, description, table, access = [], network, config } = props;
    const reserved: Readonly<Record<string, number>> = config.reservedConcurrency ?? {};
    const reservedConcurrency = reserved[functionName];
    const { logGroup = createLogGroup(this, 'Logs', config) } = props;
    this.logGroup = logGroup;
    const role = new FunctionRole(this, 'Role');
    logGroup.grantWrite(role);
    if (table !== undefined) for (const each of access) role.addToPolicy(tableStatement(table, each));
    if (network !== undefined) role.addToPolicy(manageNetworkInterfaces());
    this.function = new LambdaFunction(this, 'Function', {
      description: `${functionName}: ${description}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: bundledCode(this, functionName, props.files),
      handler: 'index.handler',
      memorySize: props.memoryMb ?? config.functionMemoryMb,
      timeout: props.timeout ?? Duration.seconds(10),
      ...(reservedConcurrency === undefined ? {} : { reservedConcurrentExecutions: reservedConcurrency }),
      ...(props.sendsToItself === true ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // START, END and REPORT lines take more bytes than our own, and X-Ray and metrics hold the same data.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      environment: {
        ...(table === undefined ? {} : { [TABLE_NAME_VARIABLE]: table.tableName }),
        ...props.environment,
      },
    });
    const mustStop =
      props.writesFiles === true ||
      access.some((each) => !each.mayWriteDuringRestore && !each.actions.every(isRead));
    if (mustStop) {
      Tags.of(this.function).add(STOPPED_FOR_RESTORE_TAG, config.stage, {
        includeResourceTypes: ['AWS::Lambda::Function'],
      });
    }
    if (network !== undefined) placeInNetwork(this.function, network);
    // It refers to its role, so that cfn-lint reports the explicit dependency as redundant (W3005).
    if (this.function.node.defaultChild instanceof CfnFunction) {
      this.function.node.defaultChild.addDeletionOverride('DependsOn');
    }
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'PutTraceSegments and PutTelemetryRecords of X-Ray take only "*", as network interfaces and ' +
        'results of log queries do; ListStreams is granted as CDK does.',
    });
  }
}
