import { z } from 'zod';
import { permissionSchema } from './keys/permission-schema.ts';
import { type ProblemName, problemDocument, problemType } from './problems.ts';

const parameterErrorSchema = z.strictObject({
  parameter: z
    .string()
    .min(1)
    .describe(
      'The name of the parameter or field, `body` for the whole document, or `query` for the query string.',
    ),
  detail: z.string().min(1).describe('What is wrong, or what is allowed, phrased to follow the name.'),
});

const errorsSchema = z
  .array(parameterErrorSchema)
  .min(1)
  .optional()
  .describe('Every invalid parameter. Absent if the request as a whole is invalid.');

const missingPermissionsSchema = z
  .array(permissionSchema)
  .min(1)
  .optional()
  .describe('The permissions that the API key lacks. Absent if the request was refused for another reason.');

const addressesSchema = z
  .array(z.string().min(1))
  .min(1)
  .optional()
  .describe('The address that the request came from. Absent if the request was refused for another reason.');

/** The further members of some problem types. */
const EXTENSIONS: { readonly [N in ProblemName]?: Readonly<Record<string, z.ZodType>> } = {
  'invalid-request': { errors: errorsSchema },
  forbidden: { missingPermissions: missingPermissionsSchema },
  'address-not-allowed': { addresses: addressesSchema },
};

/**
 * The schema of the problems of a response (RFC 9457), which differ in `type` only. It is no union, because
 * some generated clients cannot tell the alternatives of one apart.
 */
export const problemSchema = (...names: readonly [ProblemName, ...ProblemName[]]) => {
  const { title, status } = problemDocument(names[0], '', '');
  const [type, ...others] = names.map(problemType);
  return z.strictObject({
    type: type === undefined || others.length > 0 ? z.enum(names.map(problemType)) : z.literal(type),
    title: z.literal(title),
    status: z.literal(status),
    detail: z.string().min(1).describe('A human-readable explanation: what is wrong, and what to do.'),
    requestId: z.string().min(1).describe('The value of `X-Request-Id`. Include it in bug reports.'),
    ...Object.assign({}, ...names.map((name) => EXTENSIONS[name])),
  });
};
