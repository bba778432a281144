import { COUNTED, countedFields } from '../../../../shared/kinds/counts.ts';
import { KIND_NAMES, type KindName, pluralOf } from '../../../../shared/kinds/names.ts';
import { useConsole } from '../../../console-context.ts';
import { Figures } from '../../../parts/figures.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { kindPath, segmentOfKind } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { kindOfReference, labelOf, RESOURCES } from '../../../words.ts';
import { Counts } from '../../records/counts.tsx';
import { HomePart } from '../home-part.tsx';
import { readSizes } from '../read-sizes.ts';

/** As many counts as fit beside the other parts. */
const FEW = 8;

/** What is counted by which field: each once, of the first kind that has it, but for ids of records. */
const COUNTS = COUNTED.by.values.flatMap((by) => {
  const resource = COUNTED.resource.values.find((kind) => countedFields(kind).includes(by));
  return resource === undefined || kindOfReference(by) !== undefined ? [] : [{ resource, by }];
});

/** Entries have no list of their own. */
const listOf = (kind: KindName): string => kindPath(segmentOfKind(kind) ?? 'call-lists');

/** How much is stored. */
export const DataPart = () => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => readSizes(api, signal), [api]);
  return (
    <HomePart title="Data" id="home-data" path={kindPath('people')} loaded={loaded}>
      {(sizes) => (
        <>
          <Figures
            figures={KIND_NAMES.map((kind) => ({
              label: kind === 'call-list-entry' ? 'Entries' : RESOURCES[kind],
              value: sizes.get(pluralOf(kind)) ?? 0,
              href: hrefOf(listOf(kind)),
            }))}
          />
          {COUNTS.filter(({ resource }) => (sizes.get(pluralOf(resource)) ?? 0) > 0).map(
            ({ resource, by }) => (
              <Counts
                key={resource + by}
                resource={resource}
                by={by}
                initially={FEW}
                heading={
                  <h3>
                    {RESOURCES[resource]} by {labelOf(by).toLowerCase()}
                  </h3>
                }
                hrefOf={
                  resource === 'call-list-entry'
                    ? undefined
                    : (value) => hrefOf(listOf(resource), { [by]: value })
                }
              />
            ),
          )}
        </>
      )}
    </HomePart>
  );
};
