import type { ComponentType } from 'preact';
import { useHeadingFocus } from '../../parts/page-heading.tsx';
import type { Query } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { CallListsPage } from './lists/call-lists-page.tsx';
import { CompaniesPage } from './lists/companies-page.tsx';
import { PeoplePage } from './lists/people-page.tsx';
import { CallListPage } from './pages/call-list-page.tsx';
import { CompanyPage } from './pages/company-page.tsx';
import { PersonPage } from './pages/person-page.tsx';
import type { RecordPageProps } from './pages/record-frame.tsx';

/** A list of records, or one record, depending on the address. */
const recordsView =
  (List: ComponentType<{ readonly query: Query }>, Page: ComponentType<RecordPageProps>) =>
  ({ rest, query }: ViewProps) => {
    const [id, action] = rest;
    useHeadingFocus(id ?? '');
    return id === undefined ? (
      <List query={query} />
    ) : (
      <Page key={id} id={id} action={action} query={query} />
    );
  };

export const PeopleView = recordsView(PeoplePage, PersonPage);
export const CompaniesView = recordsView(CompaniesPage, CompanyPage);
export const CallListsView = recordsView(CallListsPage, CallListPage);
