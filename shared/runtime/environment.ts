/**
 * Names of the environment variables that the stack sets and the functions read, declared once for both.
 */
export const TABLE_NAME_VARIABLE = 'TABLE_NAME';

/** The name or ARN of the EventBridge bus for events. */
export const EVENT_BUS_NAME_VARIABLE = 'EVENT_BUS_NAME';

/** `1` puts the events of organizations without webhook endpoints on the bus, too. */
export const PUBLISHES_EVERY_EVENT_VARIABLE = 'PUBLISHES_EVERY_EVENT';

/** How many days the feed keeps events. */
export const EVENT_RETENTION_DAYS_VARIABLE = 'EVENT_RETENTION_DAYS';

/** A JSON object: the `RateLimit-Policy` header of each usage plan, by plan name. */
export const RATE_LIMIT_POLICIES_VARIABLE = 'RATE_LIMIT_POLICIES';

/** A JSON object: usage plan ids by plan name. */
export const USAGE_PLAN_IDS_VARIABLE = 'USAGE_PLAN_IDS';

/** A JSON object: usage plan limits by plan name. */
export const USAGE_PLANS_VARIABLE = 'USAGE_PLANS';

/** A JSON object: the log groups that know the requests of the data API. */
export const REQUEST_LOG_GROUPS_VARIABLE = 'REQUEST_LOG_GROUPS';

/** The app client of the user pool whose tokens the admin API accepts. */
export const USER_POOL_CLIENT_ID_VARIABLE = 'USER_POOL_CLIENT_ID';

/** A JSON object: the requests of the admin API that a user and an organization may send per minute. */
export const REQUEST_LIMITS_VARIABLE = 'REQUEST_LIMITS';

/** The id of the user pool. */
export const USER_POOL_ID_VARIABLE = 'USER_POOL_ID';

/**
 * The base address at which clients reach the API of the function, without a trailing slash. Unset unless
 * that is the address of the operator's own proxy.
 */
export const PUBLIC_URL_VARIABLE = 'PUBLIC_URL';

/** The base address of the data API, without a trailing slash. */
export const DATA_API_URL_VARIABLE = 'DATA_API_URL';

/** The base address of the sign-in page, without a trailing slash. */
export const SIGN_IN_URL_VARIABLE = 'SIGN_IN_URL';

/** The `iss` claim of the user pool's tokens. */
export const TOKEN_ISSUER_VARIABLE = 'TOKEN_ISSUER';

/** The address of the console, without query and fragment. */
export const CONSOLE_URL_VARIABLE = 'CONSOLE_URL';

/** `1` lets admins of organizations that an operator allows set up single sign-on. */
export const SELF_SERVICE_SIGN_ON_VARIABLE = 'SELF_SERVICE_SIGN_ON';

/** `1` allows OAuth clients to register. */
export const CLIENT_REGISTRATION_VARIABLE = 'CLIENT_REGISTRATION';

/** URLs of the webhook delivery queues: the FIFO queue for first attempts, and the queue for retries. */
export const FIRST_DELIVERY_QUEUE_URL_VARIABLE = 'FIRST_DELIVERY_QUEUE_URL';
export const RETRY_DELIVERY_QUEUE_URL_VARIABLE = 'RETRY_DELIVERY_QUEUE_URL';

/** URL of the queue of events to fan out into deliveries, and of replays to start or continue. */
export const EVENT_QUEUE_URL_VARIABLE = 'EVENT_QUEUE_URL';

/** The bucket of files. */
export const BUCKET_VARIABLE = 'BUCKET';

/** Other buckets whose new objects are imported, as a JSON array. Absent without any. */
export const OTHER_BUCKETS_VARIABLE = 'OTHER_BUCKETS';

/** Credentials for presigned URLs only. Set by the local service; on AWS, the function's role signs them. */
export const PRESIGNING_ACCESS_KEY_ID_VARIABLE = 'PRESIGNING_ACCESS_KEY_ID';
export const PRESIGNING_SECRET_ACCESS_KEY_VARIABLE = 'PRESIGNING_SECRET_ACCESS_KEY';

/** URL of the queue of imports to start or continue. */
export const IMPORT_QUEUE_URL_VARIABLE = 'IMPORT_QUEUE_URL';

/** URL of the queue of exports to start or continue. */
export const EXPORT_QUEUE_URL_VARIABLE = 'EXPORT_QUEUE_URL';

/** How many webhook endpoints API keys of an organization may have at one host, and as many its admins. */
export const WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE = 'WEBHOOK_ENDPOINTS_PER_DOMAIN';

/** The id or ARN of the KMS key that encrypts the secrets of webhook endpoints. */
export const WEBHOOK_KEY_ID_VARIABLE = 'WEBHOOK_KEY_ID';

/** The file with the table of calling hours, next to the function's code. Unset without one. */
export const CALLING_HOURS_TABLE_VARIABLE = 'CALLING_HOURS_TABLE';

/** A JSON object: how many days copies of deleted data last, by place. */
export const RETENTION_VARIABLE = 'RETENTION';

/** The folder of the function's code. Set by Lambda itself. */
export const TASK_ROOT_VARIABLE = 'LAMBDA_TASK_ROOT';

/** The account of the service, which roles of customers trust. */
export const SERVICE_ACCOUNT_ID_VARIABLE = 'SERVICE_ACCOUNT_ID';

/** How many deliveries per second an organization gets of events for many endpoints. */
export const WIDE_DELIVERIES_PER_SECOND_VARIABLE = 'WIDE_DELIVERIES_PER_SECOND';

/** The destinations of webhooks that the operator has not switched off, comma-separated. */
export const WEBHOOK_DESTINATIONS_VARIABLE = 'WEBHOOK_DESTINATIONS';

/** `1` allows webhooks to queues and buses of the service's own account. */
export const WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE = 'WEBHOOKS_ALLOW_OWN_ACCOUNT';

/** `1` allows webhooks to loopback addresses. Only the local runner sets it, on request. */
export const WEBHOOKS_ALLOW_LOOPBACK_VARIABLE = 'WEBHOOKS_ALLOW_LOOPBACK';

/** Seconds between attempts, such as `5,300,1800`. Only the local runner sets it, on request. */
export const WEBHOOKS_RETRY_SCHEDULE_VARIABLE = 'WEBHOOKS_RETRY_SCHEDULE';

/**
 * The value of a variable that the stack or Lambda always sets. Throws an error with its name if it is
 * missing.
 */
export const requiredVariable = (name: string, environment: NodeJS.ProcessEnv = process.env): string => {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
};
