import { MAX_ORGANIZATION_NAME_LENGTH } from '../../../shared/contract/organizations/users.ts';
import type { Organization } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { changedFields } from '../../parts/changed-fields.ts';
import { Checkbox, Choices } from '../../parts/choices.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { useDiscardOnLeave, useDraft } from '../../parts/use-draft.ts';
import { useSubmit } from '../../parts/use-submit.ts';

/** The choice of each user's own time zone. */
const NONE = { '': 'None: each user’s own time zone' };

/**
 * Time zones by their names, with their labels.
 *
 * @param current one that the browser may not know
 */
const timeZoneOptions = (current: string | null): Readonly<Record<string, string>> => {
  const names = new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
    ...(current === null ? [] : [current]),
  ]);
  const labels = [...names].toSorted().map((name) => [name, name.replaceAll('_', ' ')] as const);
  return { ...NONE, ...Object.fromEntries(labels) };
};

interface OrganizationFormProps {
  readonly organization: Organization;
  readonly onSaved: (organization: Organization) => void;
}

export const OrganizationForm = ({ organization, onSaved }: OrganizationFormProps) => {
  const { api, announce, reloadSession } = useConsole();
  const loaded = {
    name: organization.name ?? '',
    timeZone: organization.timeZone,
    membersSeeData: organization.membersSeeData,
  };
  const draft = useDraft('organization', loaded);
  useDiscardOnLeave(draft);
  const { name, timeZone, membersSeeData } = draft.values;
  const submission = useSubmit(async (signal) => {
    const body = changedFields(loaded, draft.values);
    if (body !== undefined) onSaved(await api.request('PATCH /organization', { body }, signal));
    draft.clear();
    reloadSession();
    announce('Saved the settings.');
  });
  return (
    <div class="card">
      <Form
        submission={submission}
        submitLabel="Save"
        busyLabel="Saving …"
        fields={['name', 'timeZone', 'membersSeeData']}
      >
        <TextField
          label="Name"
          parameter="name"
          required
          maxLength={MAX_ORGANIZATION_NAME_LENGTH}
          value={name}
          onChange={(typed) => draft.set({ name: typed })}
        />
        <SelectField
          label="Time zone"
          hint="The console shows and reads all times in this zone."
          parameter="timeZone"
          options={timeZoneOptions(organization.timeZone)}
          value={timeZone ?? ''}
          onChange={(chosen) => draft.set({ timeZone: chosen === '' ? null : chosen })}
        />
        <Choices
          label="Data"
          hint="Admins always see people, companies and call lists. Only admins delete and erase them."
          parameter="membersSeeData"
        >
          <Checkbox checked={membersSeeData} onChange={(checked) => draft.set({ membersSeeData: checked })}>
            Members see the data of the organization
          </Checkbox>
        </Choices>
      </Form>
    </div>
  );
};
