import type { Person } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import type { Fact } from '../../../parts/facts.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { emailsFact, recordFacts, textFact } from '../record-facts.tsx';
import { RecordLink } from '../record-link.tsx';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

const nameOf = ({ id, firstName, lastName }: Person): string =>
  [firstName, lastName].filter((part) => part !== null).join(' ') || id;

const factsOf = (person: Person): readonly Fact[] => [
  textFact('Title', person.title),
  ['Company', <RecordLink key="company" kind="companies" id={person.companyId} />],
  emailsFact(person),
  ...recordFacts(person),
];

/** One person. */
export const PersonPage = (props: RecordPageProps) => {
  const { id } = props;
  const { api } = useConsole();
  const loaded = useLoad(() => api.request('GET /people/{id}', { id }), [api, id]);
  return <RecordFrame {...props} kind="people" loaded={loaded} nameOf={nameOf} factsOf={factsOf} />;
};
