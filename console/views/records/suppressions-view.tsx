import { useState } from 'preact/hooks';
import type { Suppression } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { TextAreaField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { PageHeading } from '../../parts/page-heading.tsx';
import { Time } from '../../parts/time.tsx';
import { type ReadPage, usePages } from '../../parts/use-pages.ts';

const KINDS = { number: 'Phone number', address: 'Email address', record: 'Person or company' } as const;

const COLUMNS: readonly Column<Suppression>[] = [
  { title: 'Kind', isHeading: true, render: ({ kind }) => KINDS[kind] },
  { title: 'Hash', isClipped: true, render: ({ id }) => <code>{id}</code> },
  {
    title: 'Forbidden by',
    isClipped: true,
    render: ({ sources, isManual }) => [...(isManual ? ['an admin'] : []), ...sources].join(', '),
  },
  { title: 'Added by', isClipped: true, render: ({ addedBy }) => addedBy },
  { title: 'Added', width: 'm', render: ({ addedAt }) => <Time at={addedAt} /> },
];

const ACTIONS = {
  add: {
    operation: 'POST /suppressions',
    title: 'Add to the suppression list',
    button: 'Add to list',
    text:
      'Forbids calls to phone numbers, to everybody with an email address, or to a person or company ' +
      'with all its numbers. No import lifts what you add here.',
  },
  lift: {
    operation: 'POST /suppressions/lift',
    title: 'Allow calls again',
    button: 'Allow calls',
    text: 'Takes numbers, addresses, people or companies off the list, whoever forbade the calls.',
  },
} as const;

interface ChangeDialogProps {
  readonly action: keyof typeof ACTIONS;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const ChangeDialog = ({ action, onChanged, onClose }: ChangeDialogProps) => {
  const { api, announce } = useConsole();
  const [text, setText] = useState('');
  const { operation, title, button, text: lead } = ACTIONS[action];
  const submit = async (signal: AbortSignal): Promise<void> => {
    const values = text.split('\n').filter((line) => line.trim() !== '');
    const { changed, records } = await api.request(operation, { body: { values } }, signal);
    announce(
      `Changed ${formatCount(changed, 'entry', 'entries')} of the list and ` +
        `${formatCount(records, 'record')}.`,
    );
    onChanged();
    onClose();
  };
  return (
    <FormDialog
      title={title}
      submitLabel={button}
      busyLabel="Changing records …"
      fields={['values']}
      isDangerous={action === 'lift'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{lead}</p>
      <TextAreaField
        label="Numbers, addresses or ids"
        hint="One per line, such as +12025550143. Up to 100."
        parameter="values"
        lines={text}
        rows={5}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  );
};

/** What must not be called, as hashes: nobody can read the numbers and addresses from the list. */
export const SuppressionsView = () => {
  const { api } = useConsole();
  const [action, setAction] = useState<keyof typeof ACTIONS>();
  const read: ReadPage<Suppression> = (cursor, signal) =>
    api.request('GET /suppressions', { query: { cursor } }, signal);
  const pages = usePages<Suppression>(read, [api]);
  return (
    <>
      <PageHeading
        title="Suppression list"
        lead={
          'Numbers and addresses that must not be called, whatever is imported, deleted or erased. ' +
          'The list has only their hashes.'
        }
        action={
          <button type="button" class="button-primary" onClick={() => setAction('add')}>
            Add to list
          </button>
        }
      />
      <div class="toolbar">
        <button type="button" onClick={() => setAction('lift')}>
          Allow calls …
        </button>
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          <EmptyState
            title="Nothing is suppressed"
            text="Imports add the people and numbers whose source forbids calls."
          />
        }
      >
        <DataTable caption="Suppression list" columns={COLUMNS} items={pages.items} keyOf={({ id }) => id} />
      </Collection>
      {action !== undefined && (
        <ChangeDialog action={action} onChanged={pages.refresh} onClose={() => setAction(undefined)} />
      )}
    </>
  );
};
