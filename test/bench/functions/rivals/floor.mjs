/**
 * The least that can be done: requests of DynamoDB, signed by hand and sent by bare `node:https`, whose answers are parsed.
 * `FLOOR_CALLS` says which, as JSON: `[{"target","body"}]`; they are sent together.
 */
import { Agent, request } from 'node:https';
import { createSend } from '../../support/bare-dynamodb.mjs';

const calls = JSON.parse(process.env.FLOOR_CALLS);
const send = createSend({ Agent, request });

export const handler = async () => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(await Promise.all(calls.map(send))),
});
