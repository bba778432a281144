import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../../infra/docs-site/reference/open-api.ts';
import { referencePage } from '../../../infra/docs-site/reference/reference-page.ts';

const EVIL = '<b>"&\'';

/** A document in which whatever is text could be markup. */
const evil: OpenApiDocument = {
  info: { version: EVIL, description: EVIL },
  tags: [{ name: EVIL, description: EVIL }],
  paths: {
    [EVIL]: {
      get: {
        operationId: EVIL,
        tags: [EVIL],
        summary: EVIL,
        description: `${EVIL} [link](javascript:alert)`,
        security: [{ key: [EVIL] }],
        parameters: [
          { name: EVIL, in: EVIL, description: EVIL, example: EVIL, schema: { type: EVIL, pattern: EVIL } },
        ],
        requestBody: { content: { [EVIL]: { schema: { enum: [EVIL] }, example: { [EVIL]: EVIL } } } },
        responses: {
          [EVIL]: { description: EVIL, headers: { [EVIL]: { $ref: `#/components/headers/${EVIL}` } } },
          '400': { $ref: '#/components/responses/Bad' },
        },
      },
    },
  },
  components: {
    schemas: { [EVIL]: { properties: { [EVIL]: { type: EVIL, default: EVIL, description: EVIL } } } },
    responses: {
      Bad: {
        description: EVIL,
        content: { [EVIL]: { schema: { const: EVIL }, examples: { a: { summary: EVIL, value: EVIL } } } },
      },
    },
    headers: { [EVIL]: { description: EVIL, schema: { format: EVIL, type: 'string' }, example: EVIL } },
    securitySchemes: { key: { description: EVIL } },
  },
};

describe('the reference of a document', () => {
  it('escapes every text of the document', () => {
    const { markup } = referencePage(evil, EVIL);
    expect(markup).not.toMatch(/<b>|<b |javascript:[^)]*">/);
    // A quotation mark would end the attribute.
    expect(markup).not.toMatch(/="[^"<>]*<b/);
    expect(markup.match(/&lt;b&gt;/g)?.length).toBeGreaterThan(30);
  });

  it('rejects an unresolvable reference', () => {
    const { Bad: _bad, ...responses } = evil.components.responses;
    const broken = { ...evil, components: { ...evil.components, responses } };
    expect(() => referencePage(broken, 'Title')).toThrow('#/components/responses/Bad, which does not exist');
  });
});
