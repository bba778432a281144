import { Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import {
  CHANGE_INDEX,
  COLLECTION_INDEX,
  DUE_INDEX,
  INDEX_ATTRIBUTES,
  PART_INDEX,
  PARTITION_KEY,
  SORT_KEY,
  TIME_TO_LIVE_ATTRIBUTE,
} from '../../../shared/table/items/schema.ts';
import { isProtected, type RestoredTable, type StageConfig } from '../../config.ts';
import { acknowledge } from './acknowledge.ts';
import { removalPolicyOf } from './retention.ts';

const key = (name: string) => ({ name, type: AttributeType.STRING });

/** A reference to the table, for the rest of the stack. */
export interface ServiceTable {
  readonly tableName: string;
  readonly tableArn: string;
  readonly tableStreamArn: string;
}

/** What every construct that has functions is made with. */
export interface ServiceProps {
  readonly table: ServiceTable;
  readonly config: StageConfig;
}

const referenceRestored = (scope: Construct, { name, streamArn }: RestoredTable): ServiceTable => {
  if (!streamArn.includes(`:table/${name}/stream/`)) {
    throw new Error(`The stream ${streamArn} is not one of the restored table ${name}.`);
  }
  const tableArn = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: name });
  return { tableName: name, tableArn, tableStreamArn: streamArn };
};

const reference = ({ tableName, tableArn, tableStreamArn }: Table): ServiceTable => {
  if (tableStreamArn === undefined) throw new Error('The table has no stream.');
  return { tableName, tableArn, tableStreamArn };
};

/**
 * The service's only table: on demand, encrypted, with its indexes and its stream. A restored table replaces
 * the stack's own, which is kept unchanged.
 */
export class DataTable extends Construct {
  readonly table: ServiceTable;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    const { retainsData, restoredTable, warmThroughput: warm } = config;
    const throughput = warm && {
      warmThroughput: { readUnitsPerSecond: warm.readUnits, writeUnitsPerSecond: warm.writeUnits },
    };
    const table = new Table(this, 'Table', {
      partitionKey: key(PARTITION_KEY),
      sortKey: key(SORT_KEY),
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TIME_TO_LIVE_ATTRIBUTE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: retainsData },
      deletionProtection: isProtected(config),
      removalPolicy: removalPolicyOf(config),
      ...throughput,
    });
    for (const index of [COLLECTION_INDEX, PART_INDEX]) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: key(index.partitionKey),
        sortKey: key(index.sortKey),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...INDEX_ATTRIBUTES],
        ...throughput,
      });
    }
    for (const index of [DUE_INDEX, CHANGE_INDEX]) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: key(index.partitionKey),
        sortKey: key(index.sortKey),
        projectionType: ProjectionType.KEYS_ONLY,
        ...throughput,
      });
    }
    if (!retainsData) {
      acknowledge(table, {
        'AwsSolutions-DDB3': 'Data of a development stage are not worth restoring to a point in time.',
      });
    }
    this.table = restoredTable === undefined ? reference(table) : referenceRestored(this, restoredTable);
  }
}
