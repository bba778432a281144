/**
 * The minimal implementation: hand-signed DynamoDB requests over bare `node:https`, with parsed responses.
 * `FLOOR_CALLS` lists them as JSON, `[{"target","body","stage"}]`: those of a stage are sent concurrently,
 * and those of the next one when they are answered, as by the function that it is compared with.
 * `FLOOR_BODY` says what it makes of them:
 *
 * - `parsed` (default): the responses as JSON
 * - `concatenated`: the responses, which it does not parse
 * - `joined`: the records of a call list as plain JSON, each entry with its person and company
 * - `decompressed`: the text of the compressed `body` of each item, as a page of the event feed has
 */

import { Agent, request } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { createSend } from '../../support/bare-dynamodb.mjs';

const calls = JSON.parse(process.env.FLOOR_CALLS);
const stages = Object.values(Object.groupBy(calls, ({ stage }) => stage));
const kind = process.env.FLOOR_BODY ?? 'parsed';
const send = createSend({ Agent, request }, kind === 'concatenated' ? (text) => text : undefined);

const decompressed = ({ Items = [] }) =>
  Items.map(({ body }) => gunzipSync(Buffer.from(body.B, 'base64')).toString('utf8')).join();

const plain = (value) => {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.L !== undefined) return value.L.map(plain);
  return value.M === undefined ? null : record(value.M);
};
const record = (item) => {
  const fields = {};
  for (const name in item) fields[name] = plain(item[name]);
  return fields;
};
const stored = ({ pk: _, sk: __, ...item }) => record(item);

const joined = (answers) => {
  const records = answers.flatMap(({ Responses = {} }) => Object.values(Responses).flat().map(stored));
  const byId = new Map(records.map((each) => [each.id, each]));
  const list = answers.find(({ Item }) => Item)?.Item ?? {};
  const entries = answers.flatMap(({ Items = [] }) => Items.map(stored));
  for (const entry of entries) {
    entry.person = byId.get(entry.personId) ?? null;
    entry.company = byId.get(entry.companyId) ?? null;
  }
  return JSON.stringify({ ...stored(list), entries });
};

const BODIES = {
  parsed: JSON.stringify,
  concatenated: (answers) => `[${answers.join()}]`,
  joined,
  decompressed: (answers) => answers.map(decompressed).join(),
};

export const handler = async () => {
  const answers = [];
  for (const stage of stages) answers.push(await Promise.all(stage.map(send)));
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: BODIES[kind](answers.flat()),
  };
};
