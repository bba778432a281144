/** The headers of an API Gateway event, with the client's spelling of the names. */
export type MultiValueHeaders = Readonly<Record<string, readonly string[] | undefined>> | null;

/** All values of a header; names are case-insensitive (RFC 9110 section 5.1). */
export const headerValues = (headers: MultiValueHeaders, name: string): readonly string[] =>
  Object.entries(headers ?? {})
    .filter(([spelling]) => spelling.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
