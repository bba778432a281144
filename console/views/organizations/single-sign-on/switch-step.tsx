import type { SingleSignOn } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { SubmissionMessage } from '../../../parts/submission-message.tsx';
import { useSubmit } from '../../../parts/use-submit.ts';
import { dialogHref } from '../../../routing/route.ts';
import { REMOVE_PATH } from './single-sign-on-path.ts';

interface SwitchStepProps extends Pick<SingleSignOn, 'connection'> {
  readonly onChanged: (changed: SingleSignOn) => void;
}

/** The last step: lets all users in, or ends their access. */
export const SwitchStep = ({ connection, onChanged }: SwitchStepProps) => {
  const { api, announce } = useConsole();
  const isOn = connection?.isOn === true;
  const submission = useSubmit(async (signal) => {
    onChanged(await api.request('PATCH /single-sign-on', { body: { isOn: !isOn } }, signal));
    announce(isOn ? 'Single sign-on is off.' : 'Single sign-on is on.');
  });
  const test = connection?.lastTest;
  const isTested = test?.refusal === null && test.role !== null;
  const canSwitch = isOn || isTested;
  const click = (): void => {
    if (canSwitch) submission.submit();
    else document.getElementById('step-test')?.scrollIntoView();
  };
  return (
    <section class="section" aria-labelledby="step-switch">
      <h2 id="step-switch">{isOn ? 'Sign-in' : '5. Switch it on'}</h2>
      <div class="card">
        {isOn && (
          <>
            <SecretValue label="Address for your users" what="address" value={connection.signInUrl} />
            <p class="hint">
              Send it to them, and enter it as the start URL of the provider’s tile. Users with a password
              keep it: disable those who should only sign in here, and keep one admin with a password for the
              day the provider fails.
            </p>
          </>
        )}
        {!canSwitch && (
          <p id="switch-missing" class="hint">
            It takes a{' '}
            <button type="button" class="link" onClick={click}>
              test sign-in
            </button>{' '}
            that gets a role.
          </p>
        )}
        <div class="actions">
          <button
            type="button"
            class={isOn ? 'button-danger' : 'button-primary'}
            aria-disabled={submission.isBusy || !canSwitch}
            aria-describedby={canSwitch ? undefined : 'switch-missing'}
            onClick={click}
          >
            {isOn ? 'Switch off' : 'Switch on'}
          </button>
          {connection !== null && (
            <a class="button button-danger" href={dialogHref(REMOVE_PATH)}>
              Remove
            </a>
          )}
        </div>
        <SubmissionMessage submission={submission} busyLabel="Switching …" />
      </div>
    </section>
  );
};
