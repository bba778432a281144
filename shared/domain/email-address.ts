/** Rejects only what cannot be an address; delivery alone shows that one works. */
const ADDRESS = /^[^\s\p{Cc}@<>,;"()]+@[^\s\p{Cc}@<>,;"()]+$/u;

/** Whether a text is one email address, without a name or white space around it. */
export const isEmailAddress = (text: string): boolean => ADDRESS.test(text);
