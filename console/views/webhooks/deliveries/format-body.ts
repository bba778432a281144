/** A body for reading: JSON with indentation, and anything else, such as a truncated body, unchanged. */
export const formatted = (body: string): string => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
};
