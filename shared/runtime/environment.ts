/**
 * Names of the environment variables that the stack sets and the functions read: written once, so that the
 * two cannot disagree.
 */
export const TABLE_NAME_VARIABLE = 'TABLE_NAME';

/** The name or ARN of the EventBridge bus that events are put on. */
export const EVENT_BUS_NAME_VARIABLE = 'EVENT_BUS_NAME';

/** A JSON object: the `RateLimit-Policy` header of each usage plan, by plan name. */
export const RATE_LIMIT_POLICIES_VARIABLE = 'RATE_LIMIT_POLICIES';

/** A JSON object: the ids of the usage plans, by plan name. */
export const USAGE_PLAN_IDS_VARIABLE = 'USAGE_PLAN_IDS';

/** A JSON object: the limits of the usage plans, by plan name. */
export const USAGE_PLANS_VARIABLE = 'USAGE_PLANS';

/** The app client of the user pool whose tokens the admin API accepts. */
export const USER_POOL_CLIENT_ID_VARIABLE = 'USER_POOL_CLIENT_ID';

/** The base address of the data API, without a trailing slash. */
export const DATA_API_URL_VARIABLE = 'DATA_API_URL';

/** The base address of the sign-in page, without a trailing slash. */
export const SIGN_IN_URL_VARIABLE = 'SIGN_IN_URL';

/** The issuer that the tokens of the user pool name. */
export const TOKEN_ISSUER_VARIABLE = 'TOKEN_ISSUER';

/** URLs of the queues that deliveries of webhooks wait in: the FIFO queue for first attempts, and the one for the rest. */
export const FIRST_DELIVERY_QUEUE_URL_VARIABLE = 'FIRST_DELIVERY_QUEUE_URL';
export const RETRY_DELIVERY_QUEUE_URL_VARIABLE = 'RETRY_DELIVERY_QUEUE_URL';

/** The id or ARN of the KMS key that the secrets of webhook endpoints are encrypted with. */
export const WEBHOOK_KEY_ID_VARIABLE = 'WEBHOOK_KEY_ID';

/** The folder of the function's code. Set by Lambda itself. */
export const TASK_ROOT_VARIABLE = 'LAMBDA_TASK_ROOT';

/** `1` lets webhooks go to this machine itself. Set by the local runner alone, when it is told to. */
export const WEBHOOKS_ALLOW_LOOPBACK_VARIABLE = 'WEBHOOKS_ALLOW_LOOPBACK';

/** Seconds to wait after each attempt but the last, such as `5,300,1800`. Set by the local runner alone, when it is told to. */
export const WEBHOOKS_RETRY_SCHEDULE_VARIABLE = 'WEBHOOKS_RETRY_SCHEDULE';

/** The value of a variable that the stack or Lambda always sets. Throws an error naming it when it is absent. */
export const requiredVariable = (name: string, environment: NodeJS.ProcessEnv = process.env): string => {
  const value = environment[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
};
