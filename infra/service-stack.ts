import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { isProtected, type StageConfig } from './config.ts';
import { AdminApi } from './constructs/apis/admin-api.ts';
import { SalesApi } from './constructs/apis/sales-api.ts';
import { ChangeEvents } from './constructs/events/change-events.ts';
import { Exports } from './constructs/exports/exports.ts';
import { Imports } from './constructs/imports/imports.ts';
import { createBudget } from './constructs/observability/budget.ts';
import { Observability } from './constructs/observability/observability.ts';
import { paceApiCreation } from './constructs/platform/creation-order.ts';
import { DataTable } from './constructs/platform/data-table.ts';
import { FileBucket } from './constructs/platform/file-bucket.ts';
import { addFirewall } from './constructs/platform/firewall.ts';
import { retentionOf } from './constructs/platform/retention.ts';
import { Lookups } from './constructs/records/lookups.ts';
import { RecordExpiry } from './constructs/records/record-expiry.ts';
import { Webhooks } from './constructs/webhooks/webhooks.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
}

/**
 * The whole service of one stage. Outputs:
 * - `ApiUrl`, `AdminUrl` and `SignInUrl`: base URLs without a trailing slash
 * - `ConsoleUrl`
 * - `UsagePlans`: a JSON object with usage plan ids by plan name
 * - `Retention`: a JSON object with the days that copies of deleted data last, by place
 * - `TableName`, `UserPoolId`, `UserPoolClientId` and `EventBusName`
 * - `ImportBucketName`, for files to import
 * - `ImportBucketPolicies`: a JSON array with what the owners of `importBuckets` have to attach to them
 * - `FirstDeliveryQueueUrl`, `RetryDeliveryQueueUrl`, `EventQueueUrl` and `WebhookKeyId`, for the command
 *   line tools
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: ServiceStackProps) {
    super(scope, id, {
      description: `Sales Data Retrieval Service (${config.stage})`,
      terminationProtection: isProtected(config),
      ...props,
    });
    Tags.of(this).add('service', 'sales-data');
    Tags.of(this).add('stage', config.stage);

    const { table } = new DataTable(this, 'Data', config);
    const changeEvents = new ChangeEvents(this, 'ChangeEvents', { table, config });
    const { bus } = changeEvents;
    const lookups = new Lookups(this, 'Lookups', { table, config });
    const webhooks = new Webhooks(this, 'Webhooks', { table, bus, config });
    const files = new FileBucket(this, 'Files', config);
    const exports = new Exports(this, 'Exports', { table, files, resumer: webhooks.requeue, config });
    const imports = new Imports(this, 'Imports', { table, files, resumer: webhooks.requeue, config });
    const { key: webhookKey } = webhooks;
    const api = new SalesApi(this, 'SalesApi', { table, webhookKey, files, exports, imports, config });

    const expiry = new RecordExpiry(this, 'RecordExpiry', { table, config });

    const { usagePlanIds, requestLogs } = api;
    const admin = new AdminApi(this, 'AdminApi', {
      table,
      dataApiUrl: api.url,
      usagePlanIds,
      requestLogs,
      webhooks,
      files,
      imports,
      exports,
      config,
    });
    files.allowOrigin(admin.origin);
    api.serveOAuth(admin.consoleUrl);
    // The data API sets the account-wide role with which API Gateway writes logs.
    admin.api.deploymentStage.node.addDependency(api.api.node.findChild('Account'));

    new Observability(this, 'Observability', {
      table,
      salesApi: api,
      adminApi: admin,
      changeEvents,
      lookups,
      webhooks,
      imports,
      exports,
      expiry,
      config,
    });

    if (config.firewall !== undefined) {
      addFirewall(
        this,
        { ...config, firewall: config.firewall },
        { dataApi: api, adminApi: admin, userPool: admin.users.userPool },
      );
    }
    if (config.monthlyBudget !== undefined) createBudget(this, config.monthlyBudget, config);
    paceApiCreation(this);

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'AdminUrl', { value: admin.url });
    new CfnOutput(this, 'ConsoleUrl', { value: admin.consoleUrl });
    new CfnOutput(this, 'SignInUrl', { value: admin.users.signInUrl });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'UsagePlans', { value: this.toJsonString(usagePlanIds) });
    new CfnOutput(this, 'Retention', { value: JSON.stringify(retentionOf(config)) });
    new CfnOutput(this, 'EventBusName', { value: bus.eventBusName });
    new CfnOutput(this, 'FirstDeliveryQueueUrl', { value: webhooks.firstQueue.queueUrl });
    new CfnOutput(this, 'RetryDeliveryQueueUrl', { value: webhooks.retryQueue.queueUrl });
    new CfnOutput(this, 'EventQueueUrl', { value: webhooks.eventQueue.queueUrl });
    new CfnOutput(this, 'ImportBucketName', { value: files.bucket.bucketName });
    if (imports.bucketPolicies.length > 0) {
      new CfnOutput(this, 'ImportBucketPolicies', { value: this.toJsonString(imports.bucketPolicies) });
    }
    new CfnOutput(this, 'WebhookKeyId', { value: webhooks.key.keyId });
    new CfnOutput(this, 'UserPoolId', { value: admin.users.userPool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: admin.users.client.userPoolClientId });
  }
}
