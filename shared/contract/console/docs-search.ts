/** A section of a page of the documentation, as in the index of its search. */
export interface IndexedSection {
  /** The name of the page in its address. */
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  /** The anchor of the heading; empty for the top of the page. */
  readonly anchor: string;
  readonly text: string;
}
