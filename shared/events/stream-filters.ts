/**
 * Filter patterns for the event source mapping of the table's stream: changes of resources. They test only the keys,
 * which every record has: whether a write was silent is up to `readChange`, because filters on images would depend on
 * how Lambda treats records without a new image (removals).
 *
 * Syntax: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html. DynamoDB filters only
 * apply to keys below `dynamodb` (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html).
 */
export const STREAM_FILTERS = [
  {
    dynamodb: {
      Keys: {
        pk: { S: [{ prefix: 'ORG#' }] },
        sk: { S: ['PERSON', 'COMPANY', 'CALL_LIST', { prefix: 'ENTRY#' }] },
      },
    },
  },
];
