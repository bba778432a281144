import { z } from 'zod';
import { PROBLEMS, type ProblemName, problemDocument } from './problems.ts';

const parameterErrorSchema = z.strictObject({
  parameter: z
    .string()
    .min(1)
    .describe('The name of the parameter or field; `body` for the document as a whole.'),
  detail: z.string().min(1).describe('What it must be. Completes a sentence that begins with the name.'),
});

const errorsSchema = z
  .array(parameterErrorSchema)
  .min(1)
  .optional()
  .describe('Every offending parameter. Absent where the request as a whole is at fault.');

/** The document of one kind of problem (RFC 9457). Only `invalid-request` names parameters. */
const problemSchema = (name: ProblemName) => {
  const { type, title, status } = problemDocument(name, '', '');
  return z.strictObject({
    type: z.literal(type),
    title: z.literal(title),
    status: z.literal(status),
    detail: z
      .string()
      .min(1)
      .describe('What is wrong with this request and what to do about it. For people.'),
    requestId: z
      .string()
      .min(1)
      .describe('The same as in `X-Request-Id`. Quote it when you report a problem.'),
    ...(name === 'invalid-request' ? { errors: errorsSchema } : {}),
  });
};

export const PROBLEM_SCHEMAS: ReadonlyMap<ProblemName, z.ZodType> = new Map(
  (Object.keys(PROBLEMS) as ProblemName[]).map((name) => [name, problemSchema(name)]),
);
