import { useState } from 'preact/hooks';
import { COUNTED, countedFields } from '../../../../shared/kinds/counts.ts';
import { oneOf } from '../../../../shared/kinds/names.ts';
import { Segments } from '../../../parts/segments.tsx';
import { KINDS, type KindSegment, kindPath } from '../../../routing/record-paths.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import { kindOfReference, labelOf } from '../../../words.ts';
import { Counts } from '../counts.tsx';
import { filtersOf } from '../record-fields.ts';

const RESOURCES = COUNTED.resource.values;
const FIELDS = COUNTED.by.values;

interface ListCountsProps {
  readonly kind: KindSegment;
  readonly query: Query;
}

/**
 * How many of a list have each value of a field that is counted, with the list of each. Loaded when it is
 * opened. Values that are ids of records would say nothing.
 */
export const ListCounts = ({ kind, query }: ListCountsProps) => {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setBy] = useState<(typeof FIELDS)[number]>();
  const { title, noun } = KINDS[kind];
  const resource = RESOURCES.find((each) => each === KINDS[kind].resource);
  const counted = countedFields(KINDS[kind].resource);
  const fields = FIELDS.filter(
    (each) => counted.includes(each) && each in filtersOf(kind) && kindOfReference(each) === undefined,
  );
  const by = chosen ?? fields[0];
  if (resource === undefined || by === undefined) return null;
  const options: Readonly<Record<string, string>> = Object.fromEntries(
    fields.map((each) => [each, labelOf(each)]),
  );
  const current = query[by]?.toLowerCase();
  const names = fields.map((each) => labelOf(each).toLowerCase());
  return (
    <details class="details list-counts" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title} by {names.join(' and ')}
      </summary>
      {isOpen && (
        <>
          {fields.length > 1 && (
            <Segments
              legend="Count by"
              options={options}
              value={by}
              onChange={(each) => setBy(FIELDS.find((field) => field === each))}
            />
          )}
          <Counts
            key={by}
            resource={resource}
            by={by}
            initially={30}
            hrefOf={(value) => hrefOf(kindPath(kind), { [by]: value })}
            isShown={(value) => value.toLowerCase() === current}
            whenEmpty={
              <p class="muted">
                No {noun} has {oneOf(labelOf(by).toLowerCase())}.
              </p>
            }
          />
        </>
      )}
    </details>
  );
};
