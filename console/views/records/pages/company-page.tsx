import type { Company, Person } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import type { Fact } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/numbers.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { usePages } from '../../../parts/use-pages.ts';
import { PeopleTable } from '../lists/people-table.tsx';
import { NothingImported } from '../nothing-imported.tsx';
import { recordsCsvOf } from '../record-csv.ts';
import { contactFacts, customFacts, sourceFacts, textFact } from '../record-facts.tsx';
import { companyName } from '../record-names.ts';
import { revenueText } from '../record-text.ts';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

const factsOf = (company: Company): readonly Fact[] => [
  textFact('Domain', company.domain),
  textFact('Industry', company.industry),
  textFact('Employees', company.employeeCount === null ? null : formatNumber(company.employeeCount)),
  textFact('Annual revenue', revenueText(company.annualRevenue)),
  ...contactFacts(company),
  ...sourceFacts(company),
  textFact('Description', company.description),
];

const PeopleOfCompany = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const read = (limit: number, cursor: string | undefined, signal: AbortSignal) =>
    api.request('GET /people', { query: { companyId: id, limit, cursor, count: 'none' } }, signal);
  const pages = usePages<Person>((...page) => read(PAGE_SIZE, ...page), [api, id]);
  return (
    <section class="section" aria-labelledby="people">
      <div class="section-heading">
        <h2 id="people">People</h2>
        {pages.items.length > 0 && (
          <DownloadCsv
            name="people-of-company"
            of="people"
            read={(...page) => read(MAX_PAGE_SIZE, ...page)}
            toCsv={recordsCsvOf('person')}
          />
        )}
      </div>
      <Collection
        pages={pages}
        whenEmpty={<NothingImported title="No people" what="people of this company" />}
      >
        <PeopleTable people={pages.items} hideCompany />
      </Collection>
    </section>
  );
};

/** One company with its people. */
export const CompanyPage = (props: RecordPageProps) => {
  const { id } = props;
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /companies/{id}', { id }, signal), [api, id]);
  return (
    <RecordFrame
      {...props}
      kind="companies"
      loaded={loaded}
      nameOf={companyName}
      factsOf={factsOf}
      customFactsOf={customFacts}
    >
      <PeopleOfCompany id={id} />
    </RecordFrame>
  );
};
