import { useState } from 'preact/hooks';
import { DEFAULT_PLAN } from '../../../shared/contract/keys/api-key-limits.ts';
import { inputError } from '../../api/problem.ts';
import type { IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { DraftDialog } from '../../parts/form.tsx';
import { activeKeys } from './active-keys.ts';
import { AddressesField, addressesOf } from './addresses-field.tsx';
import { type Expiry, expiryOf, NO_EXPIRY } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { KeyFields, type KeyValues } from './key-fields.tsx';

interface CreateKeyDialogProps {
  readonly onCreated: (key: IssuedKey) => void;
  readonly onClose: () => void;
}

const NO_PERMISSIONS =
  'No permission is chosen, so every request with the key would be refused. Choose at least one, or create ' +
  'the key without and grant permissions later.';

const EMPTY: KeyValues & Expiry & { readonly addresses: string } = {
  name: '',
  permissions: [],
  plan: DEFAULT_PLAN,
  importSource: null,
  ...NO_EXPIRY,
  addresses: '',
};

/** Creates a key. Members see an explanation instead of the fields for admins. */
export const CreateKeyDialog = ({ onCreated, onClose }: CreateKeyDialogProps) => {
  const { api, user } = useConsole();
  const [isWarned, setWarned] = useState(false);
  const save = async (
    { name, permissions, plan, importSource, expiry, date, addresses }: typeof EMPTY,
    signal: AbortSignal,
  ): Promise<void> => {
    const isUseless = user.role === 'admin' && permissions.length === 0 && name.trim() !== '';
    if (isUseless && !isWarned) {
      setWarned(true);
      throw inputError('permissions', NO_PERMISSIONS);
    }
    const expiresAt = expiryOf({ expiry, date }, Date.now());
    const granted = user.role === 'admin' ? { permissions, plan, importSource } : {};
    const allowedAddresses = addressesOf(addresses);
    const body = { name, expiresAt, allowedAddresses, ...granted };
    onCreated(await api.request('POST /api-keys', { body }, signal));
  };
  return (
    <DraftDialog
      title="Create an API key"
      submitLabel={({ permissions }) =>
        isWarned && permissions.length === 0 ? 'Create without permissions' : 'Create key'
      }
      busyLabel="Creating …"
      fields={['name', 'permissions', 'plan', 'expiresAt', 'allowedAddresses', 'importSource']}
      form="api-keys/create"
      remedy={activeKeys()}
      initial={EMPTY}
      save={save}
      onClose={onClose}
    >
      {(values, set) => (
        <>
          <KeyFields
            values={values}
            onChange={set}
            memberNotice={
              `The key starts without permissions, in the plan ${DEFAULT_PLAN}. ` +
              'Ask an admin of your organization to grant the permissions it needs; ' +
              'until then, it cannot read any data.'
            }
          />
          <ExpiryField value={values} onChange={set} />
          <AddressesField value={values.addresses} onChange={(addresses) => set({ addresses })} />
        </>
      )}
    </DraftDialog>
  );
};
