import { useState } from 'preact/hooks';
import { ApiError } from '../../../api/problem.ts';
import { useConsole } from '../../../console-context.ts';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { useSubmit } from '../../../parts/use-submit.ts';
import { hrefOf } from '../../../routing/route.ts';
import { KINDS, type KindSegment, recordPath } from '../record-paths.ts';

const LABELS: Readonly<Record<KindSegment, string>> = {
  people: 'Person',
  companies: 'Company',
  'call-lists': 'Call list',
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a record by its id, or by its id in the source it was imported from. */
export const FindPage = () => {
  const { api } = useConsole();
  const [kind, setKind] = useState<KindSegment>('people');
  const [text, setText] = useState('');
  const submission = useSubmit(async () => {
    const given = text.trim();
    const lower = given.toLowerCase();
    const open = (id: string): void => {
      location.hash = hrefOf(recordPath(kind, id));
    };
    if (UUID.test(lower)) return open(lower);
    const { items } = await api.request(`GET /${kind}`, { query: { externalId: given } });
    const [found] = items;
    if (found === undefined) {
      const detail = `There is no ${KINDS[kind].noun} with this external id.`;
      throw new ApiError({ status: 404, title: 'Not found', detail });
    }
    open(found.id);
  });
  return (
    <>
      <PageHeading
        title="Records"
        lead="See one person, company or call list as the data API returns it. Delete it, or erase a person’s data."
      />
      <div class="card">
        <Form
          submission={submission}
          submitLabel="Find record"
          busyLabel="Finding …"
          fields={['kind', 'externalId']}
        >
          <div class="field-row">
            <SelectField
              label="Kind"
              hint="Each kind has ids of its own."
              parameter="kind"
              options={LABELS}
              value={kind}
              onChange={setKind}
            />
            <TextField
              label="Id or external id"
              hint="A record’s id, or a source and the id there, such as hubspot:123."
              parameter="externalId"
              autocapitalize="none"
              spellcheck={false}
              value={text}
              onChange={setText}
            />
          </div>
        </Form>
      </div>
    </>
  );
};
