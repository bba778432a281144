import { SILENT_ATTRIBUTE } from '../table/items/schema.ts';

/** Keys of the items that are resources. */
const RESOURCE_KEYS = {
  pk: { S: [{ prefix: 'ORG#' }] },
  sk: { S: ['PERSON', 'COMPANY', 'CALL_LIST', { prefix: 'ENTRY#' }] },
};

const filterOf = (silent: unknown) => ({
  dynamodb: { Keys: RESOURCE_KEYS, NewImage: { [SILENT_ATTRIBUTE]: { BOOL: [silent] } } },
});

/**
 * Filter patterns for the event source mapping of the table's stream: changes of resources, except silent
 * writes. A record must match one of them. A removal has no new image, so it is never silent.
 *
 * Syntax: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html. DynamoDB filters only
 * apply to keys below `dynamodb` (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html), and
 * `exists` only to leaves.
 */
export const STREAM_FILTERS = [filterOf({ exists: false }), filterOf(false)];
