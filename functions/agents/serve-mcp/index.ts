import { serveMcp } from './handler.ts';

/** The function times out after 25 seconds, and its tools respond to clients before. */
const TIME_LIMIT_MILLISECONDS = 20_000;

export const handler = serveMcp({ timeLimit: TIME_LIMIT_MILLISECONDS });
