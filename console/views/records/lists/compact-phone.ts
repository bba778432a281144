/** A phone number without the characters that people write between digits, and `+` in place of `00`. */
export const compactPhone = (text: string): string => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
