import { useEffect, useRef, useState } from 'preact/hooks';
import { REPLAYED_STATES } from '../../../../shared/contract/webhook-limits.ts';
import type { Endpoint, ReplayedRange } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { CheckList } from '../../../parts/choices.tsx';
import { Dialog, DialogAction } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { localTimeOf, timestampOfLocal } from '../../../parts/local-time.ts';
import { timeZoneName } from '../../../parts/time-zone.ts';
import { useDraft } from '../../../parts/use-draft.ts';
import { useSubmit } from '../../../parts/use-submit.ts';

/** The input of the form: local times such as `2026-01-31T09:30`. */
type RangeValues = {
  readonly [K in 'after' | 'before' | 'states']: NonNullable<ReplayedRange[K]>;
};

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The last 24 hours, up to the end of the current minute. */
const initialRange = (): RangeValues => ({
  after: localTimeOf(Date.now() - DAY),
  before: localTimeOf(Date.now() + MINUTE),
  states: ['failed', 'missed'],
});

interface ReplayRangeDialogProps {
  readonly endpoint: Endpoint;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

const BOUNDS = [
  ['after', 'From'],
  ['before', 'Until'],
] as const;

const describe = ({ replayed, skipped }: typeof NONE): string =>
  `${replayed} ${replayed === 1 ? 'delivery' : 'deliveries'} replayed${
    skipped === 0 ? '' : `, ${skipped} skipped because the event is no longer stored or was too large`
  }.`;

const NONE = { replayed: 0, skipped: 0 };

/** Replays a time range, a few hundred deliveries per call. */
export const ReplayRangeDialog = ({ endpoint, onSent, onClose }: ReplayRangeDialogProps) => {
  const { api } = useConsole();
  const [initial] = useState(initialRange);
  const draft = useDraft(`webhooks/${endpoint.id}/replay`, initial);
  const [counts, setCounts] = useState(NONE);
  const [isDone, setDone] = useState(false);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const submission = useSubmit(async () => {
    const { after, before, states } = draft.values;
    const range = { after: timestampOfLocal(after, -1), before: timestampOfLocal(before, 1), states };
    let total = NONE;
    let cursor: string | undefined;
    do {
      const result = await api.request('POST /webhook-endpoints/{id}/replay', {
        id: endpoint.id,
        body: { ...range, cursor },
      });
      total = { replayed: total.replayed + result.replayed, skipped: total.skipped + result.skipped };
      setCounts(total);
      cursor = result.nextCursor;
    } while (cursor !== undefined && isOpen.current);
    draft.clear();
    setDone(true);
  });
  const close = (): void => {
    draft.clear();
    if (counts !== NONE) onSent();
    onClose();
  };
  return (
    <Dialog title="Replay a time range" onClose={close}>
      <p>
        Resends the events of this time range (in the time zone {timeZoneName()}) to{' '}
        <strong class="anywhere">{endpoint.url}</strong>, oldest first, with their original ids. Pending
        deliveries are not affected, so you can safely repeat this.
      </p>
      {!isDone && (
        <Form
          submission={submission}
          submitLabel="Replay"
          busyLabel="Replaying …"
          fields={['after', 'before', 'states']}
          onCancel={close}
        >
          <div class="field-row">
            {BOUNDS.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                parameter={name}
                type="datetime-local"
                value={draft.values[name]}
                onChange={(value) => draft.set({ [name]: value })}
              />
            ))}
          </div>
          <CheckList
            label="Deliveries that"
            parameter="states"
            options={REPLAYED_STATES}
            value={draft.values.states}
            onChange={(states) => draft.set({ states })}
            render={(state) => (state === 'missed' ? 'were missed' : state)}
          />
        </Form>
      )}
      <p role="status">
        {(isDone || counts !== NONE) && describe(counts)}
        {!isDone && submission.isBusy && counts !== NONE && ' Continuing …'}
      </p>
      {isDone && <DialogAction onClick={close}>Done</DialogAction>}
    </Dialog>
  );
};
