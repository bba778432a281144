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

/** The app client of the user pool whose tokens the admin API accepts. */
export const USER_POOL_CLIENT_ID_VARIABLE = 'USER_POOL_CLIENT_ID';

/** The value of a variable that the stack always sets. Throws an error naming it when it is absent. */
export const requiredVariable = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
};
