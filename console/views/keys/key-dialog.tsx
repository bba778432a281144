import { useState } from 'preact/hooks';
import type { ApiKey, IssuedKey, RevokedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { changedFields } from '../../parts/changed-fields.ts';
import { Checkbox } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftDialog, FormDialog } from '../../parts/form.tsx';
import { LoadedMessage } from '../../parts/loading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { AddressesField, addressesOf } from './addresses-field.tsx';
import { type Expiry, expiryOf, KEPT_EXPIRY } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import type { KeyAction } from './key-actions.tsx';
import { KeyFields, type KeyValues } from './key-fields.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

interface KeyDialogProps {
  readonly id: string;
  readonly action: KeyAction;
  /** Those that are loaded already. */
  readonly keys: readonly ApiKey[];
  readonly onChanged: (key: ApiKey, message: string) => void;
  readonly onRevoked: (key: RevokedKey) => void;
  readonly onRotated: (old: ApiKey, successor: IssuedKey, graceSeconds: number) => void;
  readonly onClose: () => void;
}

/** The dialog for one key, which it looks up unless the list shows it. */
export const KeyDialog = (props: KeyDialogProps) => {
  const { id, action, keys, onChanged, onRevoked, onRotated, onClose } = props;
  const { api, user } = useConsole();
  const [withExports, setWithExports] = useState(false);
  const listed = keys.find((each) => each.id === id);
  const found = useLoad(
    async (signal) =>
      listed ?? (await api.request('GET /api-keys', { query: { search: id } }, signal)).items[0] ?? null,
    [api, id],
  );
  const apiKey = listed ?? found.value ?? undefined;

  if (apiKey === undefined) {
    return (
      <Dialog title="API key" onClose={onClose}>
        <LoadedMessage loaded={found} />
        {found.value === null && <p>This key does not exist, or it is not yours.</p>}
      </Dialog>
    );
  }
  if (action === 'rotate') {
    return <RotateKeyDialog apiKey={apiKey} onRotated={onRotated} onClose={onClose} />;
  }
  const { name, permissions, plan, importSource, allowedAddresses } = apiKey;
  if (action === 'edit') {
    const initial: KeyValues & Expiry & { readonly addresses: string } = {
      ...{ name, permissions, plan, importSource, addresses: allowedAddresses?.join('\n') ?? '' },
      ...KEPT_EXPIRY,
    };
    const save = async (typed: typeof initial, signal: AbortSignal): Promise<void> => {
      const { addresses, expiry, date, ...others } = typed;
      const expiresAt = expiryOf({ expiry, date }, Date.now(), apiKey.expiresAt);
      const values = { ...others, expiresAt, allowedAddresses: addressesOf(addresses) };
      const body = changedFields<KeyValues & Pick<ApiKey, 'expiresAt' | 'allowedAddresses'>>(apiKey, values);
      const changed =
        body === undefined ? apiKey : await api.request('PATCH /api-keys/{id}', { id, body }, signal);
      onChanged(changed, `Saved ${changed.name}.`);
    };
    return (
      <DraftDialog
        title={`Edit ${name}`}
        submitLabel="Save"
        busyLabel="Saving …"
        fields={['name', 'permissions', 'plan', 'expiresAt', 'allowedAddresses', 'importSource']}
        form={`api-keys/${id}/edit`}
        initial={initial}
        save={save}
        onClose={onClose}
      >
        {(values, set) => (
          <>
            <KeyFields
              values={values}
              onChange={set}
              memberNotice={
                'Only an admin of your organization can change permissions, usage plan, expiry and allowed ' +
                'addresses.'
              }
            />
            {user.role === 'admin' && apiKey.kind === 'key' && (
              <ExpiryField current={apiKey.expiresAt} value={values} onChange={set} />
            )}
            {user.role === 'admin' && (
              <AddressesField value={values.addresses} onChange={(addresses) => set({ addresses })} />
            )}
          </>
        )}
      </DraftDialog>
    );
  }
  const revoke = async (signal: AbortSignal): Promise<void> => {
    const query = withExports ? { withExports } : {};
    onRevoked(await api.request('DELETE /api-keys/{id}', { id, query }, signal));
  };
  return (
    <FormDialog
      title={`Revoke ${name}?`}
      submitLabel="Revoke key"
      busyLabel="Revoking …"
      isDangerous
      onSubmit={revoke}
      onClose={onClose}
    >
      <p>
        {apiKey.kind === 'app' ? 'The app' : 'Every system that still uses the key'} <strong>{name}</strong> (
        <code>{apiKey.hint}</code>) loses access with its next request. This cannot be undone.
      </p>
      <p>
        Its webhook endpoints are disabled. Addresses of exported files that it already received work for up
        to an hour, unless you delete the files.
      </p>
      <Checkbox checked={withExports} onChange={setWithExports}>
        Delete the files of its exports
      </Checkbox>
    </FormDialog>
  );
};
