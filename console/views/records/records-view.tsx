import type { ComponentType } from 'preact';
import { useHeadingFocus } from '../../parts/page-heading.tsx';
import type { KindSegment } from '../../routing/record-paths.ts';
import type { ViewProps } from '../view.ts';
import { RecordsPage } from './lists/records-page.tsx';
import { RecordPage } from './pages/record-page.tsx';

/** The view of a kind of record: a list of records, or one record, depending on the address. */
export const recordsView = (kind: KindSegment): ComponentType<ViewProps> =>
  function RecordsView({ rest, query }) {
    const [id, action] = rest;
    useHeadingFocus(id ?? '');
    return id === undefined ? (
      <RecordsPage kind={kind} query={query} />
    ) : (
      <RecordPage key={id} kind={kind} id={id} action={action} query={query} />
    );
  };
