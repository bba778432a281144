import type { CallListWithEntries } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import type { Fact } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/numbers.ts';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { LockBadge } from '../lock-badge.tsx';
import { ListEntries } from './list-entries.tsx';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

type CallList = Omit<CallListWithEntries, 'entries' | 'nextCursor' | 'matchCount'>;

const nameOf = ({ name }: CallList): string => name;

const factsOf = ({ isLocked, entryCount, createdAt, changedAt }: CallList): readonly Fact[] => [
  ['State', <LockBadge key="state" isLocked={isLocked} />],
  ['Entries', formatNumber(entryCount)],
  ['Created', <Time key="created" at={createdAt} isExact />],
  ['Stored here', <Time key="changed" at={changedAt} isExact />],
];

/** One call list with its entries. */
export const CallListPage = (props: RecordPageProps) => {
  const { id, query } = props;
  const { api } = useConsole();
  const loaded = useLoad(
    async (signal): Promise<CallList> => {
      const { entries, nextCursor, matchCount, ...callList } = await api.request(
        'GET /call-lists/{id}',
        {
          id,
          query: { limit: 1 },
        },
        signal,
      );
      return callList;
    },
    [api, id],
  );
  return (
    <RecordFrame {...props} kind="call-lists" loaded={loaded} nameOf={nameOf} factsOf={factsOf}>
      <ListEntries id={id} query={query} />
    </RecordFrame>
  );
};
