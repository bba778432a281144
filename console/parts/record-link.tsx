import { type KindSegment, recordPath } from '../routing/record-paths.ts';
import { hrefOf } from '../routing/route.ts';

interface RecordLinkProps {
  readonly kind: KindSegment;
  readonly id: string | null;
  /** @default the id */
  readonly text?: string | undefined;
}

/** A link to a record, or “none”. */
export const RecordLink = ({ kind, id, text }: RecordLinkProps) =>
  id === null ? (
    <span class="muted">none</span>
  ) : (
    <a class="anywhere" href={hrefOf(recordPath(kind, id))}>
      {text ?? <code>{id}</code>}
    </a>
  );
