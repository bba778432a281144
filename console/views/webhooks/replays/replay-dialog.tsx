import { useState } from 'preact/hooks';
import { REPLAYED_STATES } from '../../../../shared/contract/webhooks/webhook-limits.ts';
import type { Endpoint, Replay, ReplayedRange } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { CheckList } from '../../../parts/choices.tsx';
import { TextField } from '../../../parts/field.tsx';
import { DraftDialog, FormDialog } from '../../../parts/form.tsx';
import { localTimeOf, timestampOfLocal } from '../../../parts/local-time.ts';
import { rangeError } from '../../../parts/range-error.ts';
import { timeZoneName } from '../../../parts/time-zone.ts';

/** The input of the form: local times such as `2026-01-31T09:30`; empty for no bound. */
interface RangeValues {
  readonly after: string;
  readonly before: string;
  readonly states: NonNullable<ReplayedRange['states']>;
}

const DAY = 86_400_000;

/** Since the endpoint fails or is disabled; otherwise the last 24 hours. */
const initialRange = ({ failingSince, disabledAt }: Endpoint): RangeValues => {
  const since = failingSince ?? disabledAt;
  return {
    after: localTimeOf(since === null ? Date.now() - DAY : Date.parse(since)),
    before: '',
    states: ['failed', 'missed'],
  };
};

/** Bounds of the API are exclusive, typed ones inclusive. */
const boundOf = (local: string, milliseconds: number): string | null =>
  local === '' ? null : timestampOfLocal(local, milliseconds);

const BOUNDS = [
  ['after', 'Since', 'Empty: from the oldest.'],
  ['before', 'Until', 'Empty: until now.'],
] as const;

const STATES: Readonly<Record<(typeof REPLAYED_STATES)[number], string>> = {
  retrying: 'are retrying',
  failed: 'failed',
  missed: 'were missed',
  succeeded: 'succeeded',
};

interface ReplayDialogProps {
  readonly endpoint: Endpoint;
  readonly onStarted: (replay: Replay) => void;
  readonly onClose: () => void;
}

const useStart = ({ endpoint: { id }, onStarted, onClose }: ReplayDialogProps) => {
  const { api, announce } = useConsole();
  return async (body: ReplayedRange, signal: AbortSignal): Promise<void> => {
    onStarted(await api.request('POST /webhook-endpoints/{id}/replay', { id, body }, signal));
    announce('Started the replay.');
    onClose();
  };
};

/** Replays the deliveries of a time range. */
export const ReplayDialog = (props: ReplayDialogProps) => {
  const { endpoint, onClose } = props;
  const start = useStart(props);
  const [initial] = useState(() => initialRange(endpoint));
  return (
    <DraftDialog
      title="Replay failed deliveries"
      submitLabel="Replay"
      busyLabel="Starting …"
      form={`webhooks/${endpoint.id}/replay`}
      initial={initial}
      fields={['after', 'before', 'states']}
      save={async ({ after, before, states }, signal) => {
        const wrong = rangeError(after, before, 'Since');
        if (wrong !== undefined) throw wrong;
        await start({ after: boundOf(after, -1), before: boundOf(before, 1), states }, signal);
      }}
      onClose={onClose}
    >
      {(values, set) => (
        <>
          <p>
            Resends the events of this time range (in the time zone {timeZoneName()}) to{' '}
            <strong class="anywhere">{endpoint.url}</strong>, oldest first, with their original ids, up to 50
            per second.
          </p>
          <div class="field-row">
            {BOUNDS.map(([name, label, hint]) => (
              <TextField
                key={name}
                label={label}
                hint={hint}
                parameter={name}
                type="datetime-local"
                value={values[name]}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
          </div>
          <CheckList
            label="Deliveries that"
            parameter="states"
            options={REPLAYED_STATES}
            value={values.states}
            onChange={(states) => set({ states })}
            render={(state) => STATES[state]}
          />
        </>
      )}
    </DraftDialog>
  );
};

/** Makes all retries now that are planned for later. */
export const RetryAllDialog = (props: ReplayDialogProps) => {
  const start = useStart(props);
  return (
    <FormDialog
      title="Retry all pending deliveries now?"
      submitLabel="Retry all now"
      busyLabel="Starting …"
      onSubmit={(signal) => start({ states: ['retrying'] }, signal)}
      onClose={props.onClose}
    >
      <p>
        Sends every delivery to <strong class="anywhere">{props.endpoint.url}</strong> that waits for its next
        attempt, oldest event first, up to 50 per second. The retry schedule of each starts over.
      </p>
    </FormDialog>
  );
};
