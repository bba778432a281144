import { expect, it } from 'vitest';
import { exampleRequests } from '../../../../infra/openapi/requests/example-requests.ts';
import { httpFile } from '../../../../infra/openapi/requests/http-file.ts';
import { postmanCollection } from '../../../../infra/openapi/requests/postman-collection.ts';

const operation = (operationId: string, status: number, more: object = {}) => ({
  operationId,
  tags: ['Notes'],
  summary: operationId,
  description: operationId,
  security: [{ apiKey: [] }],
  responses: { [status]: { description: 'Success.' } },
  ...more,
});

const body = { required: true, content: { 'application/json': { example: { text: 'Hi' } } } };
const id = { name: 'id', in: 'path', required: true, description: 'The id.', schema: { type: 'string' } };

const documentOf = (listParameters: readonly object[] = []) => ({
  info: { title: 'Notes', description: 'Notes.' },
  servers: [{ url: 'https://api.example' }],
  tags: [{ name: 'Notes', description: 'Notes.' }],
  paths: {
    '/v1/note/{id}': { delete: operation('deleteNote', 200, { parameters: [id] }) },
    '/v1/note': {
      post: operation('createNote', 201, { requestBody: body }),
      get: operation('listNotes', 200, { parameters: listParameters }),
    },
  },
});

it('creates a record before it deletes it, and deletes no other', () => {
  const { requests } = exampleRequests(documentOf());
  expect(requests.map(({ operationId }) => operationId)).toEqual(['listNotes', 'createNote', 'deleteNote']);
  expect(requests.map(({ saves }) => saves)).toEqual([[], [{ name: 'noteId', path: ['id'] }], []]);
});

it('sends bodies as JSON', () => {
  const document = documentOf();
  const text = JSON.stringify(postmanCollection(document));
  expect(text).toContain('"header":[{"key":"Content-Type","value":"application/json","type":"string"}]');
  expect(httpFile(document)).toContain(
    'POST {{baseUrl}}/v1/note\nX-Api-Key: {{apiKey}}\nContent-Type: application/json\n\n{\n  "text": ' +
      '"Hi"\n}\n',
  );
});

it('leaves ids that no sample record has for the user to set', () => {
  expect(httpFile(documentOf())).toContain('@noteId = REPLACE_ME\n');
});

it('rejects a parameter without an example value', () => {
  const parameter = { name: 'region', in: 'query', description: 'A region.', schema: { type: 'string' } };
  expect(() => exampleRequests(documentOf([parameter]))).toThrow(
    'The parameter region of /v1/note has no example value. Add one to VALUES.',
  );
});
