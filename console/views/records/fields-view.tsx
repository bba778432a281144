import type { KindName } from '../../../shared/kinds/names.ts';
import type { Field } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { optionsOf } from '../../parts/field.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Time } from '../../parts/time.tsx';
import { type ReadPage, usePages } from '../../parts/use-pages.ts';
import { hrefOf } from '../../routing/route.ts';
import { RESOURCES } from '../../words.ts';
import type { ViewProps } from '../view.ts';
import { FIELDS_PATH } from './fields-path.ts';

/** A text of the contract, in which backticks mark code. */
const MarkedText = ({ children }: { readonly children: string }) => (
  <>{children.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);

const typeText = ({ type, format, values }: Field): string => {
  const text = type.filter((each) => each !== 'null').join(' or ');
  if (values !== null && values.length > 0) return `${text}: ${values.join(', ')}`;
  return format === null ? text : `${text} (${format})`;
};

const COLUMNS: readonly Column<Field>[] = [
  { title: 'Path', isHeading: true, isClipped: true, render: ({ path }) => <code>{path}</code> },
  { title: 'Type', isClipped: true, render: typeText },
  {
    title: 'Description',
    render: ({ description }) => <MarkedText>{description ?? ''}</MarkedText>,
  },
  { title: 'Sources', isClipped: true, width: 'l', render: ({ sources }) => sources.join(', ') },
  {
    title: 'First imported',
    width: 'm',
    render: ({ firstSeenAt }) => (firstSeenAt === null ? '' : <Time at={firstSeenAt} />),
  },
];

/** The fields of each resource, with the custom fields that imports have stored. */
export const FieldsView = ({ query }: ViewProps) => {
  const { api } = useConsole();
  const resource = optionsOf(RESOURCES).find((each) => each === query['resource']) ?? 'person';
  const setResource = (chosen: KindName): void => {
    location.hash = hrefOf(FIELDS_PATH, { resource: chosen });
  };
  const read: ReadPage<Field> = (_, signal) => api.request('GET /fields', { query: { resource } }, signal);
  const pages = usePages<Field>(read, [api, resource]);
  return (
    <>
      <PageHeading
        title="Fields"
        lead="The fields that records have, as the API names them. Custom fields come from imports."
        action={<DownloadCsv name={`fields-${resource}`} read={read} />}
      />
      <div class="toolbar">
        <Segments legend="Resource" options={RESOURCES} value={resource} onChange={setResource} />
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          <EmptyState title="No fields" text="Import a file: the columns that it stores appear here." />
        }
      >
        <DataTable caption="Fields" columns={COLUMNS} items={pages.items} keyOf={({ path }) => path} />
      </Collection>
    </>
  );
};
