import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import {
  COLLECTION_INDEX,
  DUE_INDEX,
  INDEX_ATTRIBUTES,
  PART_INDEX,
  PARTITION_KEY,
  SORT_KEY,
  TIME_TO_LIVE_ATTRIBUTE,
} from '../../shared/table/schema.ts';
import { acknowledge } from './acknowledge.ts';

export interface DataTableProps {
  /** Keeps the table when the stack goes, protects it from deletion, and turns on point-in-time recovery. */
  readonly retainsData: boolean;
}

const key = (name: string) => ({ name, type: AttributeType.STRING });

/** The one table: on demand, encrypted, with its indexes and its stream. */
export class DataTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, { retainsData }: DataTableProps) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: key(PARTITION_KEY),
      sortKey: key(SORT_KEY),
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TIME_TO_LIVE_ATTRIBUTE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: retainsData },
      deletionProtection: retainsData,
      removalPolicy: retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const index of [COLLECTION_INDEX, PART_INDEX]) {
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: key(index.partitionKey),
        sortKey: key(index.sortKey),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...INDEX_ATTRIBUTES],
      });
    }
    this.table.addGlobalSecondaryIndex({
      indexName: DUE_INDEX.name,
      partitionKey: key(DUE_INDEX.partitionKey),
      sortKey: key(DUE_INDEX.sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    if (!retainsData) {
      acknowledge(this.table, {
        'AwsSolutions-DDB3': 'Data of a development stage are not worth restoring to a point in time.',
      });
    }
  }
}
