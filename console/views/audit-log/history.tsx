import { useState } from 'preact/hooks';
import type { AuditEntry } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { LoadedMessage } from '../../parts/loading.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { EntrySentence } from './entry-sentence.tsx';

/** Imports and exports are named in their entries. */
const NO_NAMES = new Map<string, string>();

const Steps = ({ targetId }: Pick<AuditEntry, 'targetId'>) => {
  const { api } = useConsole();
  const steps = useLoad(
    (signal) => api.request('GET /audit-log', { query: { targetId } }, signal),
    [api, targetId],
  );
  return (
    <>
      <LoadedMessage loaded={steps} />
      <ol class="steps">
        {steps.value?.items.toReversed().map((step) => (
          <li key={step.id}>
            <Time at={step.at} isExact /> <span class="muted">{step.actor.name}</span>{' '}
            <EntrySentence entry={step} names={NO_NAMES} />
          </li>
        ))}
      </ol>
    </>
  );
};

/**
 * All steps of an import or export, of which the log lists the latest. They are loaded when they are opened.
 */
export const History = ({ entry: { targetId, action } }: { readonly entry: AuditEntry }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        History<span class="visually-hidden"> of {action}</span>
      </summary>
      {isOpen && <Steps targetId={targetId} />}
    </details>
  );
};
