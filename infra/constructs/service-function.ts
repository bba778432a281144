import { Duration } from 'aws-cdk-lib';
import { CfnPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import type { StageConfig } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { ServiceTable } from './data-table.ts';
import { bundledCode } from './function-bundle.ts';
import { createLogGroup } from './log-group.ts';

type ReadAction = 'dynamodb:GetItem' | 'dynamodb:BatchGetItem' | 'dynamodb:Query';
type WriteAction = 'dynamodb:PutItem' | 'dynamodb:UpdateItem' | 'dynamodb:DeleteItem';

/** What a function may do with the table, and no more. Transactions take the actions of their parts. */
export interface TableAccess {
  readonly actions: readonly (ReadAction | WriteAction)[];
  /** Patterns of the partition keys that it may name: `dynamodb:LeadingKeys`. */
  readonly leadingKeys: readonly string[];
  /** Read these indexes instead of the table itself. */
  readonly indexes?: readonly string[];
  /**
   * Name only these attributes, those of the primary key among them, and get none back:
   * `dynamodb:Attributes`.
   * @default all attributes
   */
  readonly attributes?: readonly string[];
}

export interface ServiceFunctionProps {
  /** The folder under `functions/`. */
  readonly functionName: string;
  readonly description: string;
  /**
   * The table, and what the function may do with it.
   * @default nothing: it does not even know its name
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
   * The time limit. A handler of an API answers half a second before it.
   * @default 10 seconds, well below the 29 seconds that API Gateway waits
   */
  readonly timeout?: Duration;
}

const tableStatement = (
  table: ServiceTable,
  { actions, leadingKeys, indexes, attributes }: TableAccess,
): PolicyStatement =>
  new PolicyStatement({
    actions: [...actions],
    resources: indexes?.map((index) => `${table.tableArn}/index/${index}`) ?? [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...leadingKeys] },
      // ForAllValues also holds for a request without any key; this does not.
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
 * CDK makes a function wait for its role and for the role's policy. It refers to the role, and so waits for
 * that anyway; to say so twice is what cfn-lint finds fault with (W3005).
 */
const waitForPolicyOnly = (lambda: LambdaFunction, role: Role): void => {
  const resource = lambda.node.defaultChild;
  const policy = role.node.tryFindChild('DefaultPolicy')?.node.defaultChild;
  if (resource instanceof CfnFunction && policy instanceof CfnPolicy) {
    resource.addOverride('DependsOn', [policy.logicalId]);
  }
};

/** A Lambda function of the service, with a role, a log group and table permissions of its own. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { functionName, description, table, access = [], config } = props;
    const logGroup = createLogGroup(this, 'Logs', config);
    this.logGroup = logGroup;
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    if (table !== undefined) for (const each of access) role.addToPolicy(tableStatement(table, each));
    this.function = new LambdaFunction(this, 'Function', {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: bundledCode(this, functionName),
      handler: 'index.handler',
      memorySize: config.functionMemoryMb,
      timeout: props.timeout ?? Duration.seconds(10),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // START, END and REPORT lines cost more log bytes than our own; X-Ray and metrics hold the same.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      environment: {
        ...(table === undefined ? {} : { [TABLE_NAME_VARIABLE]: table.tableName }),
        ...props.environment,
      },
    });
    waitForPolicyOnly(this.function, role);
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'PutTraceSegments and PutTelemetryRecords of X-Ray take only "*"; ListStreams is granted as CDK does.',
    });
  }
}
