import { timestampOf } from '../../domain/timestamp.ts';
import type { TableReader } from '../../table/reader.ts';
import type { TableWriter } from '../../table/writer.ts';
import {
  type CustomField,
  type CustomFieldType,
  type CustomizedResource,
  MAX_CUSTOM_FIELDS,
  MAX_SOURCES,
  readCustomFields,
  storeCustomField,
} from './custom-fields.ts';

interface Noted {
  readonly types: Set<CustomFieldType>;
  readonly sources: Set<string>;
}

const isType = (type: string): type is CustomFieldType =>
  type === 'string' || type === 'number' || type === 'boolean';

/**
 * Notes which custom fields an import stores, to describe them to clients. Only what is new is written, so an
 * import usually costs one Query. Concurrent imports of one resource may overwrite each other's additions,
 * which the next import repeats.
 */
export class CustomFieldLog {
  readonly #store: { readonly reader: TableReader; readonly writer: TableWriter };
  readonly #organizationId: string;
  readonly #resource: CustomizedResource;
  readonly #noted = new Map<string, Noted>();
  #known: Map<string, CustomField> | undefined;
  #hasNews = false;

  constructor(
    store: { readonly reader: TableReader; readonly writer: TableWriter },
    organizationId: string,
    resource: CustomizedResource,
  ) {
    this.#store = store;
    this.#organizationId = organizationId;
    this.#resource = resource;
  }

  /** Notes the custom fields of a stored record. */
  note(customFields: ReadonlyMap<string, unknown>, source: string): void {
    for (const [name, value] of customFields) {
      const type = typeof value;
      if (!isType(type)) continue;
      let noted = this.#noted.get(name);
      if (noted === undefined) {
        noted = { types: new Set(), sources: new Set() };
        this.#noted.set(name, noted);
      }
      if (noted.types.has(type) && noted.sources.has(source)) continue;
      noted.types.add(type);
      noted.sources.add(source);
      this.#hasNews = true;
    }
  }

  /** Writes what was noted and is not known yet. */
  async flush(now = new Date()): Promise<void> {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const { reader, writer } = this.#store;
    if (this.#known === undefined) {
      const fields = await readCustomFields(reader, this.#organizationId, this.#resource);
      this.#known = new Map(fields.map((field) => [field.name, field]));
    }
    for (const [name, { types, sources }] of this.#noted) {
      const known = this.#known.get(name);
      if (known === undefined && this.#known.size >= MAX_CUSTOM_FIELDS) continue;
      const field: CustomField = {
        name,
        types: [...new Set([...(known?.types ?? []), ...types])],
        sources: [...new Set([...(known?.sources ?? []), ...sources])].slice(0, MAX_SOURCES),
        firstSeenAt: known?.firstSeenAt ?? timestampOf(now),
      };
      const isNew =
        field.types.length !== known?.types.length || field.sources.length !== known?.sources.length;
      if (!isNew) continue;
      await storeCustomField(writer, this.#organizationId, this.#resource, field);
      this.#known.set(name, field);
    }
  }
}
