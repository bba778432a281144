/**
 * Headers as people write them, one `Name: value` per line. `Name:` keeps the value that is stored.
 *
 * @returns what the API takes, which also validates it
 */
export const parseHeaderLines = (
  text: string,
): readonly { readonly name: string; readonly value?: string }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':');
      const value = rest.join(':').trim();
      return { name: name.trim(), ...(value !== '' && { value }) };
    });
