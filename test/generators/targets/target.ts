import type { Call } from '../calls/call.ts';
import type { Decoded, TimestampPrecision } from '../compare.ts';

export const DOCUMENTS = ['data-api', 'admin-api'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** Compiled code, which can make calls if it is a client of the data API. */
export interface GeneratedClient {
  /** What the generator warned of. */
  readonly warnings: readonly string[];
  /** Makes the calls one after the other. */
  run(url: string, calls: readonly Call[]): Promise<readonly Decoded[]>;
}

/** A generator of clients. */
export interface Target {
  /** With its version. */
  readonly name: string;
  /** With which its clients encode what they have decoded; default: milliseconds. */
  readonly precision?: TimestampPrecision;
  /** Whether its clients drop fields that the document does not know. @default false */
  readonly dropsUnknownFields?: boolean;
  /** The programs that it needs. */
  readonly needs: readonly string[];
  /**
   * Downloads the generator, generates a client and compiles it.
   *
   * @param folder for this client alone
   * @throws Error if a step fails
   */
  generate(
    document: { readonly name: DocumentName; readonly path: string },
    folder: string,
  ): Promise<GeneratedClient>;
}
