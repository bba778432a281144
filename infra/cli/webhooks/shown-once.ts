/** A new signing secret, and what to do with it. */
export const shownOnce = (secret: string): readonly string[] => [
  '',
  'The signing secret is shown only now. Keep it where the receiver verifies with it:',
  '',
  `  ${secret}`,
];
