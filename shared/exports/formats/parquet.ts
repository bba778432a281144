import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { RecordField } from '../../contract/records/record-columns.ts';
import type { FileWriter } from './file-writer.ts';

/** Bounds of the records that are encoded together, and are in memory as objects until then. */
const MAX_GROUP_RECORDS = 10_000;
const MAX_GROUP_CHARACTERS = 16 * 1024 * 1024;

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

const VALUES: Readonly<Record<string, Partial<SchemaElement>>> = {
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
};

const DATE_TIME = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;

const optional = (name: string, element: Partial<SchemaElement>): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...element,
});

/** The element of a value or an object, followed by those of its fields. */
const elementsOf = ({ type, format, fields }: RecordField, name: string): readonly SchemaElement[] => {
  if (fields !== null) {
    return [optional(name, { num_children: fields.length }), ...fields.flatMap((field) => schemaOf(field))];
  }
  return [optional(name, format === 'date-time' ? DATE_TIME : (VALUES[type] ?? TEXT))];
};

/** Lists as https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists defines them. */
const schemaOf = (field: RecordField): readonly SchemaElement[] =>
  field.isList
    ? [
        optional(field.name, { converted_type: 'LIST', num_children: 1 }),
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        ...elementsOf(field, 'element'),
      ]
    : elementsOf(field, field.name);

type Encode = (value: unknown) => unknown;

const encoderOf = ({ type, format, fields }: RecordField): Encode => {
  if (fields !== null) {
    const encoders = fields.map((field) => [field.name, encoderOfField(field)] as const);
    return (value) =>
      Object.fromEntries(encoders.map(([name, encode]) => [name, encode(Object(value)[name])]));
  }
  if (format === 'date-time') return (value) => new Date(String(value));
  if (type === 'integer') return (value) => BigInt(Number(value));
  // Custom fields, of which each record has others. As text: some readers take the JSON type for bytes.
  return type === 'object' ? JSON.stringify : (value) => value;
};

const encoderOfField = (field: RecordField): Encode => {
  const encode = encoderOf(field);
  return (value) => {
    if (value === null || value === undefined) return null;
    return Array.isArray(value) ? value.map(encode) : encode(value);
  };
};

/** Writes a Parquet file whose columns have the types of the fields. Custom fields are one column of JSON. */
export const createParquetWriter = (fields: readonly RecordField[]): FileWriter => {
  const output = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: fields.length },
    ...fields.flatMap(schemaOf),
  ];
  const writer = new ParquetWriter({ writer: output, schema, createdBy: 'sales-data' });
  const encoders = fields.map((field) => [field.name, encoderOfField(field)] as const);
  let records: object[] = [];
  /** The length of these records as JSON. */
  let characters = 0;

  const writeGroup = async (): Promise<void> => {
    const columnData = encoders.map(([name, encode]) => ({
      name,
      data: records.map((record) => encode(Object(record)[name])),
    }));
    const rowGroupSize = records.length;
    records = [];
    characters = 0;
    await writer.write({ columnData, rowGroupSize });
  };

  return {
    async add(record) {
      records.push(record);
      characters += JSON.stringify(record).length;
      const isFull = records.length === MAX_GROUP_RECORDS || characters >= MAX_GROUP_CHARACTERS;
      if (isFull) await writeGroup();
    },
    get bytes() {
      return output.offset + characters;
    },
    async finish() {
      if (records.length > 0) await writeGroup();
      await writer.finish();
      return output.getBytes();
    },
  };
};
