import { describe, expect, it } from 'vitest';
import { type API_KEY_ROUTES, documentApiKeyRoutes } from '../../../../shared/operations/admin-api/keys.ts';
import {
  type CALL_LIST_ROUTES,
  documentCallListRoutes,
} from '../../../../shared/operations/data-api/call-lists.ts';
import type { AdminDocumentation, DataDocumentation } from '../../../../shared/operations/documentation.ts';
import { adminApiDocument } from '../../../../shared/operations/openapi/admin-api/document.ts';
import { dataApiDocument } from '../../../../shared/operations/openapi/data-api/document.ts';
import type { JsonObject } from '../../../../shared/operations/openapi/json-object.ts';

type Operations = Readonly<
  Record<string, Readonly<Record<string, { parameters?: readonly { description?: string }[] }>>>
>;

const descriptionsIn = ({ paths }: JsonObject): readonly (string | undefined)[] =>
  Object.values(paths as Operations)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters)
    .flatMap((parameter) => ('$ref' in parameter ? [] : [parameter.description]));

/** Compiles only while a missing text is an error. */
const incomplete = () => {
  const { getCallList } = documentCallListRoutes();
  const { include: _, ...parameters } = getCallList.parameters;
  const callList: DataDocumentation<Pick<typeof CALL_LIST_ROUTES, 'getCallList'>> = {
    // @ts-expect-error `include` has no text.
    getCallList: { ...getCallList, parameters },
  };
  const { revokeApiKey } = documentApiKeyRoutes();
  const key: AdminDocumentation<Pick<typeof API_KEY_ROUTES, 'revokeApiKey'>> = {
    // @ts-expect-error `withPredecessors` has no text. `id` has the common one.
    revokeApiKey: { ...revokeApiKey, parameters: {} },
  };
  return [callList, key];
};

describe('the documentation of operations', () => {
  it.each([
    ['data', dataApiDocument()],
    ['admin', adminApiDocument()],
  ])('has a text for each parameter of the %s API', (_, document) => {
    const descriptions = descriptionsIn(document);
    expect(descriptions.length).toBeGreaterThan(50);
    for (const description of descriptions) expect(description).toMatch(/^(?!undefined)../);
    expect(incomplete()).toHaveLength(2);
  });
});
