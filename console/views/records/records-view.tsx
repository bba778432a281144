import { useHeadingFocus } from '../../parts/page-heading.tsx';
import type { ViewProps } from '../view.ts';
import { CallListPage } from './pages/call-list-page.tsx';
import { CompanyPage } from './pages/company-page.tsx';
import { FindPage } from './pages/find-page.tsx';
import { PersonPage } from './pages/person-page.tsx';
import { isKindSegment } from './record-paths.ts';

const PAGES = { people: PersonPage, companies: CompanyPage, 'call-lists': CallListPage } as const;

/** The search for a record, or one record, depending on the address. */
export const RecordsView = ({ rest: [kind, id, action] }: ViewProps) => {
  useHeadingFocus(`${kind}/${id}`);
  if (!isKindSegment(kind) || id === undefined) return <FindPage />;
  const Page = PAGES[kind];
  return <Page key={`${kind}/${id}`} id={id} action={action} />;
};
