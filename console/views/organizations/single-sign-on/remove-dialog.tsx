import type { SingleSignOn } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { FormDialog } from '../../../parts/form.tsx';
import { replacePath } from '../../../routing/route.ts';
import { SINGLE_SIGN_ON_PATH } from './single-sign-on-path.ts';

interface RemoveDialogProps {
  readonly onRemoved: (changed: SingleSignOn) => void;
}

export const RemoveDialog = ({ onRemoved }: RemoveDialogProps) => {
  const { api, announce } = useConsole();
  const close = (): void => replacePath(SINGLE_SIGN_ON_PATH);
  return (
    <FormDialog
      title="Remove single sign-on?"
      submitLabel="Remove"
      busyLabel="Removing …"
      isDangerous
      onSubmit={async (signal) => {
        onRemoved(await api.request('DELETE /single-sign-on', {}, signal));
        announce('Removed single sign-on.');
        close();
      }}
      onClose={close}
    >
      <p>
        Its users lose access within 15 minutes. To let them in again, set up the provider with its client
        secret, and test it.
      </p>
    </FormDialog>
  );
};
