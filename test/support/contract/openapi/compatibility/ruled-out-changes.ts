import {
  callLists,
  type DocumentChange,
  events,
  item,
  list,
  personFields,
  query,
  schemas,
  without,
} from './document-change.ts';
import type { Rule } from './rules.ts';
import type { Part } from './schema-changes.ts';

const LIST = 'GET /v1/person';
const ITEM = 'GET /v1/person/{id}';

const broken = (
  name: string,
  rule: Rule,
  where: string,
  apply: (document: Part) => void,
  oasdiff?: string,
): DocumentChange => ({ name, apply, breaks: { rule, where }, ...(oasdiff !== undefined && { oasdiff }) });

const IGNORED = 'It does not call this breaking.';

/** Changes that v1 rules out, each with a place that is reported. */
export const RULED_OUT_CHANGES: readonly DocumentChange[] = [
  broken('a removed path', 'operation-removed', LIST, (d) => delete d.paths['/v1/person']),
  broken('a renamed path', 'operation-removed', LIST, (d) => {
    d.paths['/v1/people'] = d.paths['/v1/person'];
    delete d.paths['/v1/person'];
  }),
  broken('a removed method', 'operation-removed', LIST, (d) => {
    d.paths['/v1/person'] = { post: list(d) };
  }),
  broken('a removed parameter', 'parameter-removed', `${LIST} › query parameter email`, (d) => {
    list(d).parameters = without(list(d).parameters, query(list(d), 'email'));
  }),
  broken('a new required parameter', 'parameter-required', `${LIST} › query parameter region`, (d) => {
    list(d).parameters.push({ name: 'region', in: 'query', required: true, schema: { type: 'string' } });
  }),
  broken(
    'a parameter that becomes required',
    'parameter-required',
    `${LIST} › query parameter email`,
    (d) => {
      query(list(d), 'email').required = true;
    },
  ),
  broken('a new required body', 'parameter-required', `${LIST} › body`, (d) => {
    list(d).requestBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  }),
  broken('a removed value of a parameter', 'request-narrowed', `${LIST} › query parameter sort`, (d) => {
    query(list(d), 'sort').schema.enum = ['changedAt'];
  }),
  broken('a removed value of a list', 'request-narrowed', `GET /v1/event › query parameter types[]`, (d) => {
    const { items } = query(events(d), 'types').schema;
    items.enum = without(items.enum, 'person.*');
  }),
  broken(
    'a parameter that takes only some values',
    'request-narrowed',
    `${LIST} › query parameter email`,
    (d) => {
      query(list(d), 'email').schema.enum = ['ada@engines.example'];
    },
  ),
  broken('a higher minimum', 'request-narrowed', `${LIST} › query parameter limit`, (d) => {
    query(list(d), 'limit').schema.minimum = 10;
  }),
  broken('a lower maximum', 'request-narrowed', `${LIST} › query parameter limit`, (d) => {
    query(list(d), 'limit').schema.maximum = 100;
  }),
  broken('a lower maximum length', 'request-narrowed', `${LIST} › query parameter email`, (d) => {
    query(list(d), 'email').schema.maxLength = 100;
  }),
  broken('fewer values in a list', 'request-narrowed', `${LIST} › query parameter id`, (d) => {
    query(list(d), 'id').schema.maxItems = 10;
  }),
  broken('a pattern where there was none', 'request-narrowed', `${LIST} › query parameter email`, (d) => {
    query(list(d), 'email').schema.pattern = '^.+@.+$';
  }),
  broken('a retyped parameter', 'request-narrowed', `GET /v1/call-list › query parameter isLocked`, (d) => {
    query(callLists(d), 'isLocked').schema = { type: 'integer' };
  }),
  broken(
    'a list that is written in another way',
    'request-narrowed',
    `${LIST} › query parameter id`,
    (d) => {
      query(list(d), 'id').explode = true;
    },
    IGNORED,
  ),
  broken(
    'a changed default',
    'default-changed',
    `${LIST} › query parameter limit`,
    (d) => {
      query(list(d), 'limit').schema.default = 50;
    },
    IGNORED,
  ),
  broken(
    'a removed status',
    'status-removed',
    `${LIST} › 304`,
    (d) => delete list(d).responses['304'],
    IGNORED,
  ),
  broken('a removed success', 'status-removed', `${LIST} › 200`, (d) => delete list(d).responses['200']),
  broken('another media type', 'field-retyped', `${ITEM} › 200`, (d) => {
    const { content } = item(d).responses['200'];
    content['text/json'] = content['application/json'];
    delete content['application/json'];
  }),
  broken('a removed field', 'field-removed', `${LIST} › 200.items[].title`, (d) => {
    delete personFields(d).title;
    schemas(d).Person.required = without(schemas(d).Person.required, 'title');
  }),
  broken('a removed field of a list', 'field-removed', `${LIST} › 200.items[].emails[].type`, (d) => {
    const { items } = personFields(d).emails;
    delete items.properties.type;
    items.required = ['address'];
  }),
  broken('a field that can be absent', 'field-optional', `${LIST} › 200.items[].tags`, (d) => {
    schemas(d).Person.required = without(schemas(d).Person.required, 'tags');
  }),
  broken('a retyped field', 'field-retyped', `${LIST} › 200.items[].doNotCall`, (d) => {
    personFields(d).doNotCall = { type: 'string' };
  }),
  broken('a field of another format', 'field-retyped', `${LIST} › 200.items[].createdAt`, (d) => {
    personFields(d).createdAt = { type: 'string', format: 'date' };
  }),
  broken('a value of one more type', 'field-retyped', `${LIST} › 200.items[].title`, (d) => {
    personFields(d).title = { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }] };
  }),
  broken('a nullable field', 'field-nullable', `${LIST} › 200.items[].doNotCall`, (d) => {
    personFields(d).doNotCall = { anyOf: [{ type: 'boolean' }, { type: 'null' }] };
  }),
  broken('a nullable field, by its type', 'field-nullable', `${LIST} › 200.items[].doNotCall`, (d) => {
    personFields(d).doNotCall.type = ['boolean', 'null'];
  }),
  broken(
    'one more value of a closed enum',
    'enum-extended',
    'GET /v1/call-list/{id} › 200.entries[].status',
    (d) => {
      schemas(d).CallListEntry.properties.status.enum.push('lost');
    },
  ),
  broken('an enum that is opened', 'enum-extended', 'GET /v1/call-list/{id} › 200.entries[].status', (d) => {
    delete schemas(d).CallListEntry.properties.status.enum;
  }),
  broken('a renamed problem type', 'problem-type-removed', `${ITEM} › 404.type`, (d) => {
    schemas(d).NotFoundProblem.properties.type.const = 'urn:sales-data:problem:missing';
  }),
  broken('a removed header', 'header-removed', `${ITEM} › 200 › header etag`, (d) => {
    delete item(d).responses['200'].headers.ETag;
  }),
  broken('a permission', 'permission-added', 'GET /v1/key', (d) => {
    d.paths['/v1/key'].get.security = [{ apiKey: ['key:read'] }];
  }),
  broken('another permission', 'permission-added', ITEM, (d) => {
    item(d).security = [{ apiKey: ['person:read', 'person:list'] }];
  }),
  broken('a key where none was needed', 'permission-added', 'GET /v1/openapi.json', (d) => {
    d.paths['/v1/openapi.json'].get.security = [{ apiKey: [] }];
  }),
  broken(
    'a removed event type',
    'operation-removed',
    'event person.erased',
    (d) => delete d.webhooks['person.erased'],
  ),
  broken('a removed field of an event', 'field-removed', 'event person.created.sequence', (d) => {
    const { PersonCreatedEvent: event } = schemas(d);
    delete event.properties.sequence;
    event.required = without(event.required, 'sequence');
  }),
];
