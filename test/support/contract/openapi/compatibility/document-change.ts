import type { Rule } from './rules.ts';
import type { Part } from './schema-changes.ts';

/** A change of the data API's document, and how it is judged. */
export interface DocumentChange {
  readonly name: string;
  /** Changes the document in place. */
  readonly apply: (document: Part) => void;
  /** The rule it breaks and where, or `null` if v1 allows it. */
  readonly breaks: { readonly rule: Rule; readonly where: string } | null;
  /** Why oasdiff judges it differently, if it does. */
  readonly oasdiff?: string;
}

/** Parts of the document that changes apply to. */
export const list = (document: Part): Part => document.paths['/v1/person'].get;
export const item = (document: Part): Part => document.paths['/v1/person/{id}'].get;
export const callLists = (document: Part): Part => document.paths['/v1/call-list'].get;
export const events = (document: Part): Part => document.paths['/v1/event'].get;
export const query = (operation: Part, name: string): Part =>
  operation.parameters.find((each: Part) => each.name === name);
export const schemas = (document: Part): Part => document.components.schemas;
export const personFields = (document: Part): Part => schemas(document).Person.properties;

export const without = (values: readonly unknown[], removed: unknown): readonly unknown[] =>
  values.filter((value) => value !== removed);
