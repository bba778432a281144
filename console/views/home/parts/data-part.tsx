import { useConsole } from '../../../console-context.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { kindPath } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { Figures } from '../figures.tsx';
import { HomePart } from '../home-part.tsx';
import { readSizes } from '../read-sizes.ts';

/** How much is stored. */
export const DataPart = () => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => readSizes(api, signal), [api]);
  return (
    <HomePart title="Data" id="home-data" path={kindPath('people')} loaded={loaded}>
      {({ people, companies, callLists, entries }) => (
        <Figures
          figures={[
            { label: 'People', value: people, href: hrefOf(kindPath('people')) },
            { label: 'Companies', value: companies, href: hrefOf(kindPath('companies')) },
            { label: 'Call lists', value: callLists, href: hrefOf(kindPath('call-lists')) },
            { label: 'Entries', value: entries, href: hrefOf(kindPath('call-lists')) },
          ]}
        />
      )}
    </HomePart>
  );
};
