import { SILENT_ATTRIBUTE } from '../table/schema.ts';

/** Items that are resources, by their key. */
const RESOURCE_KEYS = {
  pk: { S: [{ prefix: 'ORG#' }] },
  sk: { S: ['PERSON', 'COMPANY', 'CALL_LIST', { prefix: 'ENTRY#' }] },
};

const filterOf = (silent: unknown) => ({
  dynamodb: { Keys: RESOURCE_KEYS, NewImage: { [SILENT_ATTRIBUTE]: { BOOL: [silent] } } },
});

/**
 * Filter patterns for the event source mapping of the table's stream, of which a record has to match one: changes of
 * resources, but for silent writes. A removal has no new image, so nothing in it is silent. The syntax is described
 * in https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html; only keys below `dynamodb` count
 * (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html), and `exists` looks at leaves alone.
 */
export const STREAM_FILTERS = [filterOf({ exists: false }), filterOf(false)];
