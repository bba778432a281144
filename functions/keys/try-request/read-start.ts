import { MAX_TRIED_BODY_BYTES } from '../../../shared/contract/keys/try-request-result.ts';

/** Reads the first `MAX_TRIED_BODY_BYTES` of a body as text. */
export const readStart = async (
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly text: string; readonly isTruncated: boolean }> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > MAX_TRIED_BODY_BYTES) break;
  }
  const isTruncated = size > MAX_TRIED_BODY_BYTES;
  const bytes = Buffer.concat(chunks).subarray(0, MAX_TRIED_BODY_BYTES);
  // Omits a character that was cut in two.
  return { text: new TextDecoder().decode(bytes, { stream: isTruncated }), isTruncated };
};
