import { Dialog } from '../parts/dialog.tsx';

/** Above everything else, once the user has to sign in again. */
export const SessionEnded = ({ onSignIn }: { readonly onSignIn: () => void }) => (
  <Dialog title="Your session has ended">
    <p>Sign in again to continue. You return to this page, and your input is kept.</p>
    <div class="dialog-actions">
      <button type="button" class="button-primary" onClick={onSignIn}>
        Sign in again
      </button>
    </div>
  </Dialog>
);
