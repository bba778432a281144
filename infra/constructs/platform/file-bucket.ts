import { Aws, Duration, Fn, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { BUCKET_VARIABLE } from '../../../shared/runtime/environment.ts';
import type { StageConfig } from '../../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { ServiceProps } from './data-table.ts';
import { removalPolicyOf } from './retention.ts';
import { allow } from './service-function.ts';
import { nameOfAttribute } from './stack-part.ts';

/**
 * Known before the bucket exists, so that the policy of a queue can name it. The id of the stack makes it
 * unique, and one that others cannot take first.
 */
const BUCKET_NAME = `sales-data-files-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`;

/** What a capability that keeps files is made with. */
export interface FileServiceProps extends ServiceProps {
  readonly files: FileBucket;
}

/** The bucket of files that are imported and exported. Each capability keeps its own below prefixes. */
export class FileBucket extends Construct {
  readonly bucket: Bucket;
  /** The environment of functions that use the bucket. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #resource: CfnBucket;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      bucketName: BUCKET_NAME,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: removalPolicyOf(config),
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Objects expire, and the audit log has each import and export. ' +
        'Server access logs would need a second bucket for data events that CloudTrail records.',
    });
    const { defaultChild } = this.bucket.node;
    if (!(defaultChild instanceof CfnBucket)) throw new Error('The bucket has no resource.');
    this.#resource = defaultChild;
    this.environment = { [BUCKET_VARIABLE]: this.bucket.bucketName };
  }

  /** Deletes objects below a prefix when they are so old. */
  expire(prefix: string, age: Duration): void {
    this.bucket.addLifecycleRule({ prefix, expiration: age });
  }

  /** Allows a function to use all objects below these prefixes. */
  grantObjects(handler: LambdaFunction, actions: readonly string[], prefixes: readonly string[]): void {
    allow(
      handler,
      actions,
      prefixes.map((prefix) => this.bucket.arnForObjects(`${prefix}*`)),
    );
    if (handler.role === undefined) return;
    const arn = nameOfAttribute(handler, this.#resource, 'Arn');
    const findings = prefixes.map((prefix) => `AwsSolutions-IAM5[Resource::<${arn}>/${prefix}*]`);
    acknowledge(
      handler.role,
      Object.fromEntries(findings.map((finding) => [finding, 'Files may have any name.'])),
    );
  }

  /**
   * Allows a function to list the objects below these prefixes. Without it, S3 answers a missing object with
   * 403: it evaluates the condition for the object's key.
   */
  grantList(handler: LambdaFunction, prefixes: readonly string[]): void {
    allow(handler, ['s3:ListBucket'], [this.bucket.bucketArn], {
      StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) },
    });
  }

  /** Lets pages of an origin upload files and read reports, with presigned URLs. */
  allowOrigin(origin: string): void {
    this.bucket.addCorsRule({
      allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
      allowedOrigins: [origin],
      allowedHeaders: ['content-type'],
      maxAge: Duration.hours(1).toSeconds(),
    });
  }

  /**
   * Makes S3 send a message per new object below prefixes. CDK's own notifications need their own function,
   * which only serves to break the circle of bucket and queue policy. Here, the bucket's name breaks it.
   * Bucket names can change hands, so the policy names the account, too:
   * https://docs.aws.amazon.com/AmazonS3/latest/userguide/grant-destinations-permissions-to-s3.html
   */
  notify(queue: Queue, prefixes: readonly string[]): void {
    queue.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sqs:SendMessage'],
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        resources: [queue.queueArn],
        conditions: {
          ArnEquals: { 'aws:SourceArn': `arn:${Aws.PARTITION}:s3:::${BUCKET_NAME}` },
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
        },
      }),
    );
    this.#resource.notificationConfiguration = {
      queueConfigurations: prefixes.map((value) => ({
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        filter: { s3Key: { rules: [{ name: 'prefix', value }] } },
      })),
    };
    // S3 checks that it may send when the notification is configured.
    this.#resource.node.addDependency(queue.node.findChild('Policy'));
  }
}
