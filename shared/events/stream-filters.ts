import { OWN_KINDS } from '../kinds/names.ts';
import { upperOf } from '../table/items/keys.ts';

/**
 * Filter patterns for the event source mapping of the table's stream. They test only the keys,
 * which every record has: whether a write was silent is up to `readChange`, because filters on images would
 * depend on how Lambda treats records without a new image (removals).
 *
 * Syntax: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html. DynamoDB filters only
 * apply to keys below `dynamodb` (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html).
 */
const changesOf = (partitions: string, ...sortKeys: readonly (string | { readonly prefix: string })[]) => ({
  dynamodb: { Keys: { pk: { S: [{ prefix: partitions }] }, sk: { S: sortKeys } } },
});

const RESOURCES = changesOf('ORG#', ...OWN_KINDS.map(upperOf), { prefix: 'ENTRY#' });

/** Everything that has events. */
export const STREAM_FILTERS = [
  RESOURCES,
  changesOf('WEBHOOKS#', { prefix: 'ENDPOINT#' }),
  changesOf('IMPORT#', 'IMPORT'),
  changesOf('EXPORTS#', { prefix: 'EXPORT#' }),
];

/** What can be looked up: resources and the events of the feed. */
export const LOOKUP_FILTERS = [RESOURCES, changesOf('FEED#', { prefix: 'CHUNK#' })];
