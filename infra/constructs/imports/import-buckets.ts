import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { readDropKey } from '../../../shared/imports/object-keys.ts';
import { droppedKey } from '../../../shared/imports/other-buckets.ts';
import { OTHER_BUCKETS_VARIABLE } from '../../../shared/runtime/environment.ts';
import type { ImportBucket } from '../../config.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import { allow } from '../platform/service-function.ts';

/** What the owner of a bucket has to attach to it, in the JSON of the AWS command line. */
export interface BucketPolicies {
  readonly bucket: string;
  /** A statement of the bucket's policy. */
  readonly bucketPolicy: object;
  /** A statement of the policy of the key that encrypts its objects. */
  readonly keyPolicy?: object;
  readonly notifications: object;
}

/** Environment variables of a function may take 4 KB together. */
const MAX_SETTING_CHARACTERS = 3_000;

/**
 * Checks the setting, with all that a key must have.
 *
 * @throws Error for what no object could be imported with, and for a prefix that two organizations share
 */
const checkBuckets = (buckets: readonly ImportBucket[]): void => {
  const names = buckets.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`importBuckets has the bucket "${repeated}" twice.`);
  for (const { name, account, keyArn, prefixes } of buckets) {
    const refuse = (problem: string): never => {
      throw new Error(`importBuckets, bucket "${name}": ${problem}`);
    };
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) refuse('the name is not that of a bucket.');
    if (!/^\d{12}$/.test(account)) refuse('account must be the 12 digits of an account id.');
    if (keyArn !== undefined && !/^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/.test(keyArn)) {
      refuse('keyArn must be the ARN of a key, not of an alias.');
    }
    if (prefixes.length === 0) refuse('prefixes has none.');
    for (const [index, each] of prefixes.entries()) {
      const { prefix } = each;
      if (!/^[\w!.'()/=-]+$/.test(prefix)) {
        refuse(`the prefix "${prefix}" must be letters, digits and !-_.'()/=, and not empty.`);
      }
      const address = readDropKey(droppedKey(each, `${prefix}file.csv`));
      if (address === undefined || 'problem' in address || each.source.includes('/')) {
        refuse(`"${prefix}" needs an organizationId, a kind and a source that a dropped file can have.`);
      }
      const other = prefixes.find(
        (one, at) => at !== index && (one.prefix.startsWith(prefix) || prefix.startsWith(one.prefix)),
      );
      if (other !== undefined) refuse(`the prefixes "${prefix}" and "${other.prefix}" overlap.`);
    }
  }
};

const importFromBucket = (
  handler: LambdaFunction,
  queue: Queue,
  { name, account, keyArn, prefixes }: ImportBucket,
): BucketPolicies => {
  const arn = `arn:${Aws.PARTITION}:s3:::${name}`;
  const objects = prefixes.map(({ prefix }) => `${arn}/${prefix}*`);
  // The name of a bucket can change hands.
  queue.addToResourcePolicy(
    new PolicyStatement({
      actions: ['sqs:SendMessage'],
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': arn }, StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  allow(handler, ['s3:GetObject'], objects, { StringEquals: { 'aws:ResourceAccount': account } });
  const viaS3 = { StringEquals: { 'kms:ViaService': `s3.${Aws.REGION}.${Aws.URL_SUFFIX}` } };
  if (keyArn !== undefined) allow(handler, ['kms:Decrypt'], [keyArn], viaS3);
  if (handler.role === undefined) throw new Error('The function has no role.');
  acknowledge(
    handler.role,
    Object.fromEntries(
      prefixes.map(({ prefix }) => [
        `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${name}/${prefix}*]`,
        'Files may have any name.',
      ]),
    ),
  );
  const grant = { Effect: 'Allow', Principal: { AWS: handler.role.roleArn } };
  return {
    bucket: name,
    bucketPolicy: { ...grant, Action: 's3:GetObject', Resource: objects },
    ...(keyArn !== undefined && {
      keyPolicy: { ...grant, Action: 'kms:Decrypt', Resource: '*', Condition: viaS3 },
    }),
    notifications: {
      QueueConfigurations: prefixes.map(({ prefix }) => ({
        QueueArn: queue.queueArn,
        Events: ['s3:ObjectCreated:*'],
        Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: prefix }] } },
      })),
    },
  };
};

/**
 * Makes a function import the objects of other buckets, which send their notifications to its queue.
 *
 * @returns what the owners of the buckets have to attach, so that they do
 */
export const importFromBuckets = (
  handler: LambdaFunction,
  queue: Queue,
  buckets: readonly ImportBucket[] = [],
): readonly BucketPolicies[] => {
  checkBuckets(buckets);
  if (buckets.length === 0) return [];
  const setting = JSON.stringify(buckets.map(({ name, prefixes }) => ({ name, prefixes })));
  if (setting.length > MAX_SETTING_CHARACTERS) {
    throw new Error(
      `importBuckets takes ${setting.length} characters; ${MAX_SETTING_CHARACTERS} are allowed.`,
    );
  }
  handler.addEnvironment(OTHER_BUCKETS_VARIABLE, setting);
  return buckets.map((bucket) => importFromBucket(handler, queue, bucket));
};
