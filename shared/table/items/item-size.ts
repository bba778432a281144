/** The largest item that DynamoDB stores, in bytes, attribute names included. */
export const MAX_ITEM_BYTES = 400 * 1024;

const valueBytes = (value: unknown): number => {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(value);
    case 'number':
      // Two digits per byte plus sign and exponent: never less than DynamoDB charges.
      return Math.ceil(String(value).length / 2) + 2;
    case 'object': {
      if (value === null) return 1;
      if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + valueBytes(item) + 1, 3);
      return Object.entries(value).reduce((sum, [name, item]) => sum + attributeBytes(name, item) + 1, 3);
    }
    default:
      return 1;
  }
};

const attributeBytes = (name: string, value: unknown): number => Buffer.byteLength(name) + valueBytes(value);

/**
 * The size of an item as DynamoDB counts it, in bytes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export const itemBytes = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + attributeBytes(name, value), 0);
