import type { Company } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import type { Fact } from '../../../parts/facts.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { recordFacts, textFact } from '../record-facts.tsx';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

const nameOf = ({ id, name, domain }: Company): string => name ?? domain ?? id;

const factsOf = (company: Company): readonly Fact[] => [
  textFact('Domain', company.domain),
  textFact('Industry', company.industry),
  ...recordFacts(company),
];

/** One company. */
export const CompanyPage = (props: RecordPageProps) => {
  const { id } = props;
  const { api } = useConsole();
  const loaded = useLoad(() => api.request('GET /companies/{id}', { id }), [api, id]);
  return <RecordFrame {...props} kind="companies" loaded={loaded} nameOf={nameOf} factsOf={factsOf} />;
};
