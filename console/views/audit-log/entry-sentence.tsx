import type { AuditEntry } from '../../api/types.ts';
import { isolated } from '../../parts/isolated.ts';
import { hrefOf } from '../../routing/route.ts';
import { describeEntry } from './describe-entry.ts';
import type { Names } from './use-known-names.ts';

interface EntrySentenceProps {
  readonly entry: AuditEntry;
  /** The present names of targets, by id. */
  readonly names: Names;
}

/** What the actor did, with links to what it was done to. */
export const EntrySentence = ({ entry, names }: EntrySentenceProps) => (
  <>
    {describeEntry(entry).map((part, index) => {
      if (typeof part === 'string') return part;
      const name = isolated(names.get(part.id ?? '') ?? part.name);
      if (part.path === undefined) return name;
      return (
        <a key={index} class="anywhere" href={hrefOf(part.path, part.query)}>
          {name}
        </a>
      );
    })}
  </>
);
