import { useState } from 'preact/hooks';
import type { SingleSignOn } from '../../../api/types.ts';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Time } from '../../../parts/time.tsx';
import { useFollowing } from '../../../parts/use-following.ts';
import type { Loaded } from '../../../parts/use-load.ts';

type Test = NonNullable<NonNullable<SingleSignOn['connection']>['lastTest']>;

/** What a test found, in a sentence. */
const outcomeOf = ({ refusal, role }: Test): string => {
  if (refusal !== null) return `Refused: ${refusal}`;
  if (role === null) return 'No access: none of the groups has a role. Add one above, and test again.';
  return `Signed in as ${role === 'admin' ? 'an admin' : 'a member'}.`;
};

const Result = ({ test }: { readonly test: Test }) => {
  const facts: readonly Fact[] = [
    ['When', <Time key="at" at={test.at} />],
    ['Email', test.email ?? 'none'],
    ['Groups', test.groups.length === 0 ? 'none' : test.groups.join(', ')],
  ];
  const isGood = test.refusal === null && test.role !== null;
  return (
    <div class={isGood ? 'notice' : 'notice notice-warning'} role="status">
      <p>{outcomeOf(test)}</p>
      <Facts facts={facts} />
    </div>
  );
};

interface TestStepProps extends Pick<SingleSignOn, 'connection'> {
  readonly loaded: Loaded<SingleSignOn>;
}

/** The fourth step: a sign-in that gives no access, whose result appears here. */
export const TestStep = ({ loaded, connection }: TestStepProps) => {
  /** The result before the test, while its own is awaited. */
  const [awaited, setAwaited] = useState<{ readonly before: string | undefined }>();
  const at = connection?.lastTest?.at;
  useFollowing(loaded, awaited !== undefined && awaited.before === at);
  if (connection?.isOn) return null;
  return (
    <section class="section" aria-labelledby="step-test">
      <h2 id="step-test">4. Test the sign-in</h2>
      <div class="card">
        {connection === null ? (
          <p class="muted">Save the settings first.</p>
        ) : (
          <>
            <p>
              Sign in with the provider in another tab. No one gets access by it yet: this page shows what the
              provider said.
            </p>
            <a
              class="button"
              href={`${connection.signInUrl}&prompt=login`}
              target="_blank"
              rel="noopener"
              onClick={() => setAwaited({ before: at })}
            >
              Test sign-in
            </a>
            {connection.lastTest !== null && <Result test={connection.lastTest} />}
          </>
        )}
      </div>
    </section>
  );
};
