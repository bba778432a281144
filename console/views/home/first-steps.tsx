import { OWN_KINDS, pluralsOf } from '../../../shared/kinds/names.ts';
import { UPLOAD_PATH } from '../../routing/import-paths.ts';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { DOCUMENTATION, hrefOf } from '../../routing/route.ts';
import { TRY_IT_PATH } from '../keys/try-it/try-it-path.ts';
import { WEBHOOKS_PATH } from '../webhooks/webhook-paths.ts';
import type { Progress } from './progress.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly action: string;
  readonly href: string;
  /** Whether the address is outside the console. */
  readonly isExternal?: boolean;
}

const createKey = ({ hasKey }: Progress): Step => ({
  title: 'Create an API key',
  text: 'Each system that reads the data gets its own key. Its value is shown once.',
  isDone: hasKey,
  action: 'Create key',
  href: hrefOf(`${API_KEYS_PATH}/create`),
});

const sendRequest = (): Step => ({
  title: 'Send a request',
  text:
    'Choose an operation, paste the key and see the response. The command for your terminal is there, ' +
    'too.',
  isDone: false,
  action: 'Try it',
  href: hrefOf(TRY_IT_PATH),
});

const adminSteps = (progress: Progress): readonly Step[] => [
  {
    title: 'Import your data',
    text:
      `Upload ${pluralsOf(OWN_KINDS, 'or')} as CSV, JSON Lines or Parquet. ` +
      'You see a preview before anything is stored.',
    isDone: progress.hasData,
    action: 'Upload file',
    href: hrefOf(UPLOAD_PATH),
  },
  createKey(progress),
  sendRequest(),
  {
    title: 'Receive changes',
    text: 'Register a webhook endpoint, and your system gets each change within seconds.',
    isDone: false,
    action: 'Create endpoint',
    href: hrefOf(`${WEBHOOKS_PATH}/create`),
  },
];

const memberSteps = (progress: Progress): readonly Step[] => [
  createKey(progress),
  {
    title: 'Get permissions',
    text: 'New keys have none. Ask an admin of your organization to grant what your system needs.',
    isDone: progress.hasPermissions,
    action: 'Show my keys',
    href: hrefOf(API_KEYS_PATH),
  },
  sendRequest(),
  {
    title: 'Connect your system',
    text: 'Clients for TypeScript and Python, connectors, and the reference of all operations.',
    isDone: false,
    action: 'Open the guide',
    href: `${DOCUMENTATION}/getting-started`,
    isExternal: true,
  },
];

interface FirstStepsProps {
  readonly progress: Progress;
  readonly isAdmin: boolean;
}

/** The way of a new organization or member to the first response. */
export const FirstSteps = ({ progress, isAdmin }: FirstStepsProps) => {
  const steps = isAdmin ? adminSteps(progress) : memberSteps(progress);
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol class="first-steps">
      {steps.map((step) => (
        <li key={step.title} class={step.isDone ? 'card is-done' : 'card'}>
          <div>
            <h2>
              {step.title}
              {step.isDone && <span class="badge badge-good">done</span>}
            </h2>
            <p class="muted">{step.text}</p>
          </div>
          <a
            class={step === next ? 'button button-primary' : 'button'}
            href={step.href}
            {...(step.isExternal === true && { target: '_blank', rel: 'noopener' })}
          >
            {step.action}
          </a>
        </li>
      ))}
    </ol>
  );
};
