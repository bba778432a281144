import { type Html, html } from '../html.ts';

/**
 * A table whose first column holds the row headers. On narrow screens, rows become blocks with labelled
 * cells.
 *
 * @param label for screen readers
 */
export const table = (
  label: string,
  headings: readonly string[],
  rows: readonly (readonly Html[])[],
): Html => html`<table class="rows" aria-label="${label}">
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first = html``, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map(
    (cell, index) => html`<td data-label="${headings[index + 1] ?? ''}">${cell}</td>`,
  )}</tr>
`,
)}</tbody>
</table>
`;
