import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../infra/docs-site/markdown.ts';
import type { OpenApiDocument } from '../../../infra/docs-site/reference/open-api.ts';
import { createReference } from '../../../infra/docs-site/reference/reference.ts';
import { referencePages } from '../../../infra/docs-site/reference/reference-pages.ts';

const EVIL = '<b>"&\'';

/** A document in which whatever is text could be markup. */
const evil: OpenApiDocument = {
  info: { version: EVIL, description: EVIL },
  tags: [{ name: EVIL, description: EVIL }],
  paths: {
    [EVIL]: {
      get: {
        operationId: 'readAll',
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

const pagesOf = (document: OpenApiDocument) =>
  referencePages(createReference('reference', document), { title: EVIL, lead: EVIL }, () => ({
    note: EVIL,
    samples: [{ title: 'curl', language: 'sh', code: EVIL }],
  }));

describe('the reference of a document', () => {
  it('creates a page for each operation, and pages for their shared parts', () => {
    expect(pagesOf(evil).map(({ name }) => name)).toEqual([
      'reference',
      'reference-read-all',
      'reference-errors',
      'reference-headers',
      'reference-schemas',
    ]);
  });

  it('escapes every text of the document', () => {
    const markup = pagesOf(evil)
      .map(({ markdown }) => renderMarkdown(markdown).html.markup)
      .join('');
    expect(markup).not.toMatch(/<b>|<b |javascript:[^)]*">/);
    // A quotation mark would end the attribute.
    expect(markup).not.toMatch(/="[^"<>]*<b/);
    expect(markup.match(/&lt;b&gt;/g)?.length).toBeGreaterThan(30);
  });

  it('rejects an unresolvable reference', () => {
    const { Bad: _bad, ...responses } = evil.components.responses;
    const broken = { ...evil, components: { ...evil.components, responses } };
    expect(() => pagesOf(broken)).toThrow('#/components/responses/Bad, which does not exist');
  });
});
