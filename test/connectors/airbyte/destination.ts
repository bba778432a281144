import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { kindOfStream } from '../../support/clients/kind-of-stream.ts';
import { comparable } from '../../support/records/copied-organization.ts';
import type { Data, Message, StateOfStream, Stream } from './source.ts';

/** Without the connector's columns, and with the empty ones, which the CDK omits. */
const original = (columns: readonly string[], data: Data): object => {
  const { _ab_cdc_updated_at: _, _ab_cdc_deleted_at: __, ...rest } = data;
  const own = columns.filter((name) => !name.startsWith('_ab_cdc_'));
  return { ...Object.fromEntries(own.map((name) => [name, null])), ...rest };
};

/**
 * A destination in the sync mode "Incremental | Append + Deduped": it keeps the version of each record that
 * has the highest cursor, or came last, and deletes records that were deleted. It keeps the state of each
 * stream.
 */
export const createDestination = (streams: readonly Stream[]) => {
  const rows = new Map<string, Data>();
  const states = new Map<string, StateOfStream>();
  const problems: string[] = [];
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const validators = new Map(streams.map(({ name, json_schema }) => [name, ajv.compile(json_schema)]));
  const columns = new Map(
    streams.map(({ name, json_schema }) => [
      name,
      Object.keys((json_schema as { readonly properties: object }).properties),
    ]),
  );

  const store = (stream: string, data: Data): void => {
    const validate = validators.get(stream);
    if (validate?.(data) !== true) problems.push(`${stream} ${data.id}: ${ajv.errorsText(validate?.errors)}`);
    const undeclared = Object.keys(data).filter((name) => columns.get(stream)?.includes(name) === false);
    if (undeclared.length > 0) problems.push(`${stream} ${data.id} has undeclared columns: ${undeclared}`);
    const key = `${stream} ${data.id}`;
    const versionOf = (row: Data | undefined): string => String(row?.['_ab_cdc_updated_at'] ?? '');
    if (versionOf(rows.get(key)) > versionOf(data)) return;
    if (data['_ab_cdc_deleted_at'] === undefined) rows.set(key, data);
    else rows.delete(key);
  };

  return {
    /** What a record or the log of the source had wrong. */
    problems,
    apply(message: Message): void {
      if (message.type === 'RECORD') store(message.record.stream, message.record.data);
      if (message.type === 'STATE') states.set(message.state.stream.stream_descriptor.name, message.state);
      if (message.type === 'TRACE' && message.trace.error) problems.push(message.trace.error.message);
    },
    state: (): readonly StateOfStream[] => [...states.values()],
    /** The rows of a stream, by id. */
    rowsOf: (stream: string): ReadonlyMap<string, Data> =>
      new Map([...rows].filter(([key]) => key.startsWith(`${stream} `)).map(([, data]) => [data.id, data])),
    /** The copied records, by kind and id, as the collections return them. */
    records: (): ReadonlyMap<string, unknown> =>
      new Map(
        [...rows].flatMap(([key, data]) => {
          const [stream = '', id = ''] = key.split(' ');
          const kind = kindOfStream(stream);
          if (kind === undefined) return [];
          return [[`${kind} ${id}`, comparable(kind, original(columns.get(stream) ?? [], data))] as const];
        }),
      ),
  };
};
