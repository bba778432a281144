/** A text of the contract, in which backticks mark code. */
export const MarkedText = ({ children }: { readonly children: string }) => (
  <>{children.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);
