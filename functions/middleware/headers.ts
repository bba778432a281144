/** The headers of an API Gateway event: names in the client's own spelling, each with all its values. */
export type MultiValueHeaders = Readonly<Record<string, readonly string[] | undefined>> | null;

/** All values of a header, under whatever spelling of its name the client used (RFC 9110 section 5.1). */
export const headerValues = (headers: MultiValueHeaders, name: string): readonly string[] =>
  Object.entries(headers ?? {})
    .filter(([spelling]) => spelling.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
