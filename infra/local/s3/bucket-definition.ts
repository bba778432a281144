import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource, Stack } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';
import type { Credentials } from '../settings.ts';

/** A bucket as the local S3 serves it. */
export interface BucketDefinition {
  readonly name: string;
  /** Which new objects become messages of which queue. */
  readonly notifications: readonly { readonly prefix: string; readonly queueName: string }[];
  /** Origins of web pages that may use presigned URLs, by method. */
  readonly cors: readonly { readonly methods: readonly string[]; readonly origins: readonly string[] }[];
}

/** The buckets of the stack. */
export interface LocalBuckets {
  readonly buckets: readonly BucketDefinition[];
  /** The folder for their objects, created if necessary. */
  readonly directory: string;
  /** The key pair of presigned URLs, which nothing else accepts. */
  readonly presigning: Credentials;
}

const bucketSchema = z.strictObject({
  NotificationConfiguration: z
    .strictObject({
      QueueConfigurations: z.array(
        z.strictObject({
          Event: z.literal('s3:ObjectCreated:*'),
          Queue: z.string(),
          Filter: z.strictObject({
            S3Key: z.strictObject({
              Rules: z.tuple([z.strictObject({ Name: z.literal('prefix'), Value: z.string() })]),
            }),
          }),
        }),
      ),
    })
    .default({ QueueConfigurations: [] }),
  CorsConfiguration: z
    .strictObject({
      CorsRules: z.array(
        z.strictObject({
          AllowedMethods: z.array(z.string()),
          AllowedOrigins: z.array(z.string()),
          AllowedHeaders: z.tuple([z.literal('content-type')]),
          MaxAge: ignored(),
        }),
      ),
    })
    .default({ CorsRules: [] }),
  // Nothing expires and nothing is public on one machine; all objects belong to the same account.
  LifecycleConfiguration: ignored(),
  BucketEncryption: ignored(),
  OwnershipControls: ignored(),
  PublicAccessBlockConfiguration: ignored(),
  BucketName: ignored(),
  Tags: ignored(),
});

/**
 * @throws StartError when the bucket has an unsupported property, or notifies a queue that is not in the
 * stack
 */
export const readBucket = (resource: Resource, stack: Stack): BucketDefinition => {
  const { NotificationConfiguration, CorsConfiguration } = readProperties(resource, bucketSchema);
  return {
    name: resource.physicalId,
    notifications: NotificationConfiguration.QueueConfigurations.map(({ Queue, Filter }) => {
      const queue = stack.resourcesOf('AWS::SQS::Queue').find(({ arn }) => arn === Queue);
      if (queue === undefined) {
        throw new StartError(`${resource.logicalId} names ${Queue}, which is not a queue of the stack.`);
      }
      return { prefix: Filter.S3Key.Rules[0].Value, queueName: queue.physicalId };
    }),
    cors: CorsConfiguration.CorsRules.map(({ AllowedMethods, AllowedOrigins }) => ({
      methods: AllowedMethods,
      origins: AllowedOrigins,
    })),
  };
};
