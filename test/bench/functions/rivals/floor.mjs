/**
 * The minimal implementation: hand-signed DynamoDB requests over bare `node:https`, with parsed responses.
 * `FLOOR_CALLS` lists them as JSON, `[{"target","body"}]`; they are sent concurrently.
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
