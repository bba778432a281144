/** A new signing secret, with instructions. */
export const shownOnce = (secret: string): readonly string[] => [
  '',
  'Store the signing secret in the receiver now; it is not shown again:',
  '',
  `  ${secret}`,
];
