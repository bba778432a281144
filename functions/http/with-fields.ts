import { CONTACT_PERMISSION } from '../../shared/contract/keys/permissions.ts';
import { invalidRequest, missingPermissions } from '../../shared/contract/problems.ts';
import {
  type FieldSelection,
  missingInclusion,
  parseFields,
  select,
  selectedContactDetail,
} from '../../shared/contract/records/field-selection.ts';
import type { DataRoute } from '../../shared/operations/route.ts';
import { type HttpHandler, type Operation, operation } from './http-function.ts';
import type { KeyPrincipal } from './key-principal.ts';
import type { HttpResponse } from './response.ts';

interface Page {
  readonly items: readonly unknown[];
}

const isPage = (body: unknown): body is Page => body !== null && Object.hasOwn(Object(body), 'items');

/** The body with the selected fields of its resources, and all that belongs to the page. */
const selectedBody = (body: unknown, fields: FieldSelection): object => {
  if (isPage(body)) return { ...body, items: body.items.map((item) => select(item, fields)) };
  const { nextCursor } = Object(body);
  return { ...Object(select(body, fields)), ...(nextCursor !== undefined && { nextCursor }) };
};

const selectedResponse = (response: HttpResponse, fields: FieldSelection): HttpResponse => {
  const { smaller } = response;
  return {
    ...response,
    body: selectedBody(response.body, fields),
    ...(smaller && { smaller: () => selectedResponse(smaller(), fields) }),
  };
};

/**
 * An operation that returns the fields that a request selects. A path to a contact detail requires the
 * permission to see those: `null` would not tell an absent one from a hidden one.
 */
export const withFields = <R extends DataRoute, B>(
  route: R,
  handle: HttpHandler<R, KeyPrincipal, B>,
): Operation<KeyPrincipal> => {
  const parameter = route.query['fields'];
  if (parameter?.kind !== 'fields') throw new Error(`${route.path} does not declare \`fields\`.`);
  const handleSelecting: HttpHandler<R, KeyPrincipal, unknown> = async (request) => {
    const { fields = new Map(), include = new Set() } = request.query as {
      readonly fields?: FieldSelection;
      readonly include?: ReadonlySet<string>;
    };
    const missing = missingInclusion(fields, include);
    if (missing !== undefined) {
      const detail = `contains \`${missing.path}\`, which needs \`include=${missing.inclusion}\``;
      throw invalidRequest([{ parameter: 'fields', detail }]);
    }
    const contactDetail = selectedContactDetail(parameter.resource, fields);
    if (contactDetail !== undefined && !request.principal.permissions.has(CONTACT_PERMISSION)) {
      throw missingPermissions([CONTACT_PERMISSION], `the field \`${contactDetail}\``);
    }
    return selectedResponse(await handle(request), fields);
  };
  return operation(route, handleSelecting, undefined, parseFields);
};
