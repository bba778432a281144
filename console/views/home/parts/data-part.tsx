import { useConsole } from '../../../console-context.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { kindPath } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { Counts } from '../../records/counts.tsx';
import { Figures } from '../figures.tsx';
import { HomePart } from '../home-part.tsx';
import { readSizes } from '../read-sizes.ts';

/** As many counts as fit beside the other parts. */
const FEW = 8;

interface CountsOfPeopleProps {
  readonly by: 'ownerId' | 'tag';
  readonly title: string;
}

const CountsOfPeople = ({ by, title }: CountsOfPeopleProps) => (
  <Counts
    resource="person"
    by={by}
    initially={FEW}
    heading={<h3>{title}</h3>}
    hrefOf={(value) => hrefOf(kindPath('people'), { [by]: value })}
  />
);

/** How much is stored. */
export const DataPart = () => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => readSizes(api, signal), [api]);
  return (
    <HomePart title="Data" id="home-data" path={kindPath('people')} loaded={loaded}>
      {({ people, companies, callLists, entries }) => (
        <>
          <Figures
            figures={[
              { label: 'People', value: people, href: hrefOf(kindPath('people')) },
              { label: 'Companies', value: companies, href: hrefOf(kindPath('companies')) },
              { label: 'Call lists', value: callLists, href: hrefOf(kindPath('call-lists')) },
              { label: 'Entries', value: entries, href: hrefOf(kindPath('call-lists')) },
            ]}
          />
          {people > 0 && <CountsOfPeople by="ownerId" title="People by owner" />}
          {people > 0 && <CountsOfPeople by="tag" title="People by tag" />}
          {entries > 0 && (
            <Counts
              resource="call-list-entry"
              by="status"
              initially={FEW}
              heading={<h3>Entries by status</h3>}
            />
          )}
        </>
      )}
    </HomePart>
  );
};
