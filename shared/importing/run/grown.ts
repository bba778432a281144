/** The array itself, or a larger copy if it is too small. */
export const grown = (array: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> => {
  if (size <= array.length) return array;
  const larger = new Uint32Array(Math.max(size, array.length * 2));
  larger.set(array);
  return larger;
};
