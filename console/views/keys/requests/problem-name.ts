/** The last part of the type of a problem, such as `forbidden`. */
export const problemNameOf = (problemType: string): string =>
  problemType.slice(problemType.lastIndexOf(':') + 1);
