import { type DocumentChange, item, list, personFields, query, schemas, without } from './document-change.ts';
import type { Part } from './schema-changes.ts';

const allowed = (name: string, apply: (document: Part) => void, oasdiff?: string): DocumentChange => ({
  name,
  apply,
  breaks: null,
  ...(oasdiff !== undefined && { oasdiff }),
});

const WEBHOOKS = 'It takes the events of webhooks for requests to the service.';

/** Changes that v1 allows. */
export const ALLOWED_CHANGES: readonly DocumentChange[] = [
  allowed('a new operation', (d) => {
    d.paths['/v1/note'] = structuredClone(d.paths['/v1/key']);
    d.paths['/v1/note'].get.operationId = 'listNotes';
  }),
  allowed('a new optional parameter', (d) => {
    list(d).parameters.push({ name: 'region', in: 'query', schema: { type: 'string' } });
  }),
  allowed('a new value of a parameter', (d) => query(list(d), 'sort').schema.enum.push('lastName')),
  allowed('higher limits of a parameter', (d) => {
    query(list(d), 'limit').schema.maximum = 1_000;
    query(list(d), 'email').schema.maxLength = 1_000;
  }),
  allowed(
    'a parameter that may be repeated',
    (d) => {
      const parameter = query(list(d), 'email');
      parameter.schema = { type: 'array', items: parameter.schema, minItems: 1, maxItems: 100 };
    },
    'It compares types, not requests: a single value is written as before.',
  ),
  allowed(
    'a new field',
    (d) => {
      personFields(d).nickname = { type: 'string' };
      schemas(d).Person.required.push('nickname');
    },
    WEBHOOKS,
  ),
  allowed(
    'a field that is no longer null',
    (d) => {
      personFields(d).title = { type: 'string' };
    },
    WEBHOOKS,
  ),
  allowed('a value of an enum that is no longer returned', (d) => {
    const { status } = schemas(d).CallListEntry.properties;
    status.enum = without(status.enum, 'skipped');
  }),
  allowed(
    'longer texts in responses',
    (d) => {
      personFields(d).title.anyOf[0].maxLength = 2_000;
    },
    'It reports longer texts: the guide allows higher limits.',
  ),
  allowed(
    'a new problem type',
    (d) => {
      schemas(d).TooManyRequestsProblem.properties.type.enum.push('urn:sales-data:problem:too-many-keys');
    },
    'It takes it for a value of a closed enum: the guide tells clients to expect new problem types.',
  ),
  allowed('a new status of an error', (d) => {
    list(d).responses['409'] = { description: 'A new error.' };
  }),
  allowed('a new event type', (d) => {
    d.webhooks['note.created'] = structuredClone(d.webhooks['person.created']);
  }),
  allowed('a permission that is no longer required', (d) => {
    item(d).security = [{ apiKey: [] }];
  }),
  allowed('other descriptions', (d) => {
    item(d).description = 'Other words.';
  }),
];
