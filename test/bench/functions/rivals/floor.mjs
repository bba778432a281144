/**
 * The minimal implementation: hand-signed DynamoDB requests over bare `node:https`, with parsed responses.
 * `FLOOR_CALLS` lists them as JSON, `[{"target","body","stage"}]`: those of a stage are sent concurrently,
 * and those of the next one when they are answered, as by the function that it is compared with. With
 * `FLOOR_CONCATENATES`, it does not parse the responses.
 */
import { Agent, request } from 'node:https';
import { createSend } from '../../support/bare-dynamodb.mjs';

const calls = JSON.parse(process.env.FLOOR_CALLS);
const stages = Object.values(Object.groupBy(calls, ({ stage }) => stage));
const isConcatenating = process.env.FLOOR_CONCATENATES !== undefined;
const send = createSend({ Agent, request }, isConcatenating ? (text) => text : undefined);

export const handler = async () => {
  const answers = [];
  for (const stage of stages) answers.push(await Promise.all(stage.map(send)));
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: isConcatenating ? `[${answers.flat().join()}]` : JSON.stringify(answers.flat()),
  };
};
