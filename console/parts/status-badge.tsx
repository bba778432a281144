export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** A state as a word; the color is never the only cue. */
export const StatusBadge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span class={`badge badge-${tone}`}>{children}</span>
);
