import { type Html, html, joined, NOTHING } from '../html.ts';
import { type Content, type Header, type MediaType, nameOfRef, type Ref } from './open-api.ts';
import { schemaType } from './schema-type.ts';

const json = (value: unknown): Html =>
  html`<pre class="scroll" tabindex="0" role="group" aria-label="Example"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

const examplesOf = ({ example, examples }: MediaType): readonly (readonly [string, unknown])[] => [
  ...(example === undefined ? [] : [['Example', example] as const]),
  ...Object.values(examples ?? {}).map(({ summary, value }) => [`Example: ${summary ?? ''}`, value] as const),
];

/** The schema of a body, and collapsed examples. */
export const contentOf = (content: Content | undefined): Html =>
  html`${Object.entries(content ?? {}).map(
    ([type, media]) => html`<p><code>${type}</code>: ${schemaType(media.schema)}</p>
${examplesOf(media).map(
  ([title, value]) => html`<details><summary>${title}</summary>
${json(value)}</details>
`,
)}`,
  )}`;

const nameOf = (name: string, header: Header | Ref): Html =>
  '$ref' in header
    ? html`<a href="#header-${nameOfRef(header.$ref)}"><code>${name}</code></a>`
    : html`<code>${name}</code>`;

/** The header names of a response, linked to their descriptions. */
export const headerNames = (headers: Readonly<Record<string, Header | Ref>> | undefined): Html =>
  headers === undefined
    ? NOTHING
    : joined(
        Object.entries(headers).map(([name, header]) => nameOf(name, header)),
        ', ',
      );
