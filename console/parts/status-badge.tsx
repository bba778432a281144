export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** A state in a word, with a colour that is never all there is to tell it by. */
export const StatusBadge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span class={`badge badge-${tone}`}>{children}</span>
);
