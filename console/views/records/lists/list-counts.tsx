import { useState } from 'preact/hooks';
import { Segments } from '../../../parts/segments.tsx';
import { KINDS, kindPath } from '../../../routing/record-paths.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import { Counts } from '../counts.tsx';
import { RECORD_LOOK_UPS } from './look-up-form.tsx';

const { ownerId, tag } = RECORD_LOOK_UPS;
const FIELDS = { ownerId, tag } as const;

interface ListCountsProps {
  readonly kind: 'people' | 'companies';
  readonly query: Query;
}

/** How many of a list have each owner or tag, with the list of each. Loaded when it is opened. */
export const ListCounts = ({ kind, query }: ListCountsProps) => {
  const [isOpen, setOpen] = useState(false);
  const [by, setBy] = useState<keyof typeof FIELDS>('ownerId');
  const { resource, title } = KINDS[kind];
  const current = query[by]?.toLowerCase();
  return (
    <details class="details list-counts" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title} by owner and tag</summary>
      {isOpen && (
        <>
          <Segments legend="Count by" options={FIELDS} value={by} onChange={setBy} />
          <Counts
            key={by}
            resource={resource}
            by={by}
            initially={30}
            hrefOf={(value) => hrefOf(kindPath(kind), { [by]: value })}
            isShown={(value) => value.toLowerCase() === current}
            whenEmpty={
              <p class="muted">
                No {KINDS[kind].noun} has {by === 'tag' ? 'a tag' : 'an owner'}.
              </p>
            }
          />
        </>
      )}
    </details>
  );
};
