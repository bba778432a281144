import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { CollectionName } from '../../table/items/keys.ts';
import { type Resource, resourceOfKey } from '../../table/items/resource-key.ts';
import { CHANGED_ATTRIBUTE, DELETED_ATTRIBUTE, VERSION_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item } from '../../table/reader.ts';

/** A stored resource: its key, and of its attributes what listing it takes. */
export interface ScannedResource {
  readonly resource: Resource;
  readonly item: Item;
}

export interface ScannedPage {
  /** All items that were read for the page, of any kind. */
  readonly scanned: number;
  readonly resources: readonly ScannedResource[];
  /** The organizations that are registered on this page. */
  readonly organizationIds: readonly string[];
}

/** The collection of each kind of resource. */
export const COLLECTION_OF_KIND = {
  person: 'people',
  company: 'companies',
  call_list: 'callLists',
  call_list_entry: 'callListEntries',
} as const satisfies Record<Resource['kind'], CollectionName>;

const ATTRIBUTES = ['pk', 'sk', VERSION_ATTRIBUTE, CHANGED_ATTRIBUTE, 'isLocked'];

const ORGANIZATION = /^ORGANIZATION#(.+)$/;

/** The resource of an item that was scanned or read; `undefined` for other items. */
export const scannedResource = (item: Item): ScannedResource | undefined => {
  const resource = resourceOfKey({ pk: String(item['pk']), sk: String(item['sk']) });
  return resource && { resource, item };
};

/**
 * Yields the people, companies, call lists and entries of one segment of the table, without tombstones, and
 * the registered organizations. Pages hold what DynamoDB reads at once: 1 MB of items. Costs 1 read unit per
 * 4 KB.
 */
export async function* scanResources(
  client: DynamoDBDocumentClient,
  tableName: string,
  segment: { readonly Segment: number; readonly TotalSegments: number },
): AsyncGenerator<ScannedPage> {
  const scan = {
    ...segment,
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression:
      'attribute_not_exists(#deletedAt) AND (#sk IN (:person, :company, :list, :organization) OR begins_with(#sk, :entry))',
    ProjectionExpression: ATTRIBUTES.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(
      [...ATTRIBUTES, DELETED_ATTRIBUTE].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: {
      ':person': 'PERSON',
      ':company': 'COMPANY',
      ':list': 'CALL_LIST',
      ':organization': 'ORGANIZATION',
      ':entry': 'ENTRY#',
    },
  };
  for await (const { Items: items = [], ScannedCount: scanned = 0 } of paginateScan({ client }, scan)) {
    yield {
      scanned,
      resources: items.flatMap((item) => scannedResource(item) ?? []),
      organizationIds: items.flatMap(({ pk }) => ORGANIZATION.exec(String(pk))?.[1] ?? []),
    };
  }
}
