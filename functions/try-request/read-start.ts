import { MAX_TRIED_BODY_BYTES } from '../../shared/contract/try-request-result.ts';

/** The beginning of a body as text. Nothing beyond it is read. */
export const readStart = async (
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly text: string; readonly isTruncated: boolean }> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > MAX_TRIED_BODY_BYTES) break;
  }
  const isTruncated = size > MAX_TRIED_BODY_BYTES;
  const bytes = Buffer.concat(chunks).subarray(0, MAX_TRIED_BODY_BYTES);
  // A character that was cut in two is left out.
  return { text: new TextDecoder().decode(bytes, { stream: isTruncated }), isTruncated };
};
