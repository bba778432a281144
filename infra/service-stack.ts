import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageConfig } from './config.ts';
import { DataTable } from './constructs/data-table.ts';
import { SalesApi } from './constructs/sales-api.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
}

/**
 * The whole service of one stage. Outputs: `ApiUrl` (the base address of the data API, without a trailing
 * slash), `TableName`, and `UsagePlans` (a JSON object: usage plan ids by plan name).
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: ServiceStackProps) {
    super(scope, id, {
      description: `Sales Data Retrieval Service (${config.stage})`,
      terminationProtection: config.retainsData,
      ...props,
    });
    Tags.of(this).add('service', 'sales-data');
    Tags.of(this).add('stage', config.stage);

    const { table } = new DataTable(this, 'Data', { retainsData: config.retainsData });
    const api = new SalesApi(this, 'SalesApi', { table, config });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'UsagePlans', { value: this.toJsonString(api.usagePlanIds) });
  }
}
