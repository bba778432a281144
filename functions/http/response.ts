/** The success response of a handler; failures are thrown. */
export interface HttpResponse<B = unknown> {
  /** @default 200 */
  readonly status?: 200 | 201 | 202;
  readonly body: B;
  /** @default JSON */
  readonly contentType?: string;
  /**
   * Further members of the body: cursors with the time of the scan. Only their names and the day are part of
   * the `ETag`, so that a client may keep values of the same day, which must stay valid that long.
   */
  readonly unversioned?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A smaller response to the same request, for when this one exceeds Lambda's limit. */
  readonly smaller?: () => HttpResponse<B>;
}

/**
 * Adds the response with the first half of a page's items, unless there is only one.
 *
 * @param respond the response with fewer items
 */
export const withSmaller = <I, B>(
  response: HttpResponse<B>,
  items: readonly I[],
  respond: (fewer: readonly I[]) => HttpResponse<B>,
): HttpResponse<B> =>
  items.length <= 1
    ? response
    : { ...response, smaller: () => respond(items.slice(0, Math.ceil(items.length / 2))) };

/**
 * A Lambda response is at most 6 MB as JSON
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), in which the body is a string
 * whose quotes are escaped. The rest is left for headers.
 */
const MAX_BODY_BYTES = 6_000_000;
/**
 * JSON has no control characters, so none of its characters takes more than 3 bytes: a shorter text always
 * fits.
 */
const CERTAIN_TO_FIT = MAX_BODY_BYTES / 3;

const fits = (text: string): boolean =>
  text.length <= CERTAIN_TO_FIT || Buffer.byteLength(JSON.stringify(text)) <= MAX_BODY_BYTES;

/** A body that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The response, or a smaller one, whose body fits, and the body as JSON. */
export const fittingResponse = <B>(
  response: HttpResponse<B>,
): { readonly text: string; readonly response: HttpResponse<B> } => {
  const { body } = response;
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return fits(text) || response.smaller === undefined
    ? { text, response }
    : fittingResponse(response.smaller());
};
