import { useState } from 'preact/hooks';
import type { FieldResource } from '../../../shared/contract/field-resources.ts';
import type { Field } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { RESOURCES } from '../../parts/resources.ts';
import { Segments } from '../../parts/segments.tsx';
import { Time } from '../../parts/time.tsx';
import { usePages } from '../../parts/use-pages.ts';
import type { ViewProps } from '../view.ts';

const typeText = ({ type, format, values }: Field): string => {
  const text = type.filter((each) => each !== 'null').join(' or ');
  if (values !== null) return `${text}: ${values.join(', ')}`;
  return format === null ? text : `${text} (${format})`;
};

const COLUMNS: readonly Column<Field>[] = [
  { title: 'Path', isHeading: true, render: ({ path }) => <code>{path}</code> },
  { title: 'Type', render: typeText },
  { title: 'Description', render: ({ description }) => description ?? '' },
  { title: 'Sources', render: ({ sources }) => sources.join(', ') },
  {
    title: 'First imported',
    render: ({ firstSeenAt }) => (firstSeenAt === null ? '' : <Time at={firstSeenAt} />),
  },
];

/** The fields of each resource, with the custom fields that imports have stored. */
export const FieldsView = (_: ViewProps) => {
  const { api } = useConsole();
  const [resource, setResource] = useState<FieldResource>('person');
  const pages = usePages<Field>(() => api.request('GET /fields', { query: { resource } }), [api, resource]);
  return (
    <>
      <PageHeading
        title="Fields"
        lead="The fields that records have, as the API names them. Custom fields come from imports."
      />
      <div class="toolbar">
        <Segments legend="Resource" options={RESOURCES} value={resource} onChange={setResource} />
      </div>
      <Collection pages={pages} whenEmpty={<EmptyState title="No fields" text="" />}>
        <DataTable caption="Fields" columns={COLUMNS} items={pages.items} keyOf={({ path }) => path} />
      </Collection>
    </>
  );
};
