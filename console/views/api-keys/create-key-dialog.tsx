import { DEFAULT_PLAN } from '../../../shared/contract/api-key-limits.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { ApiError } from '../../api/problem.ts';
import type { IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';
import { type ExpiryChoice, expiryOf } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { NameField, PermissionsField, PlanField } from './key-fields.tsx';

interface CreateKeyDialogProps {
  readonly onCreated: (key: IssuedKey) => void;
  readonly onClose: () => void;
}

interface Values {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly plan: string;
  readonly expiry: ExpiryChoice;
  readonly date: string;
}

const EMPTY: Values = { name: '', permissions: [], plan: DEFAULT_PLAN, expiry: 'never', date: '' };

/** Replaces the service's error, which would name a timestamp format. */
const noDate = (): ApiError =>
  new ApiError({
    status: 400,
    title: 'Missing date',
    detail: 'Choose the last day on which the key is valid.',
    errors: [{ parameter: 'expiresAt', detail: 'must be a date' }],
  });

/** Creates a key. Members see an explanation instead of the fields for admins. */
export const CreateKeyDialog = ({ onCreated, onClose }: CreateKeyDialogProps) => {
  const { api, user } = useConsole();
  const { values, set, submission, close } = useDraftForm({
    form: 'api-keys/create',
    initial: EMPTY,
    save: async ({ name, permissions, plan, expiry, date }: Values) => {
      const expiresAt = expiryOf(expiry, date, Date.now());
      if (expiresAt === undefined) throw noDate();
      const granted = user.role === 'admin' ? { permissions, plan } : {};
      return api.request('POST /api-keys', { body: { name, expiresAt, ...granted } });
    },
    onSaved: onCreated,
    onClose,
  });
  const { error } = submission;
  return (
    <Dialog title="Create an API key" onClose={close}>
      <Form
        submission={submission}
        submitLabel="Create key"
        busyLabel="Creating …"
        fields={['name', 'permissions', 'plan', 'expiresAt']}
        onCancel={close}
      >
        <NameField value={values.name} onChange={(name) => set({ name })} error={error} />
        {user.role === 'admin' ? (
          <>
            <PermissionsField
              value={values.permissions}
              onChange={(permissions) => set({ permissions })}
              error={error}
            />
            <PlanField value={values.plan} onChange={(plan) => set({ plan })} error={error} />
          </>
        ) : (
          <p class="notice">
            The key starts without permissions, in the plan {DEFAULT_PLAN}. Ask an admin of your organization
            to grant the permissions it needs; until then, it cannot read any data.
          </p>
        )}
        <ExpiryField choice={values.expiry} date={values.date} onChange={set} error={error} />
      </Form>
    </Dialog>
  );
};
