import { useState } from 'preact/hooks';
import {
  LISTED_STATES as COUNTED_STATES,
  REPLAYED_STATES,
} from '../../../../shared/contract/webhooks/webhook-limits.ts';
import type { EndpointDetails, Replay, ReplayedRange, Undelivered } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { CheckList } from '../../../parts/choices.tsx';
import { Dialog, DialogAction } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { DraftDialog, FormDialog } from '../../../parts/form.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { localTimeOf, timestampOfLocal } from '../../../parts/local-time.ts';
import { rangeError } from '../../../parts/range-error.ts';
import { timeZoneName } from '../../../parts/time-zone.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { formatUndelivered } from '../endpoint-actions.tsx';

/** The input of the form: local times such as `2026-01-31T09:30`; empty for no bound. */
interface RangeValues {
  readonly after: string;
  readonly before: string;
  readonly states: NonNullable<ReplayedRange['states']>;
}

const DAY = 86_400_000;

/** From the oldest event that the endpoint did not receive; otherwise the last 24 hours. */
const initialRange = ({ undelivered }: EndpointDetails): RangeValues => {
  const oldestAt = undelivered?.oldestAt ?? null;
  return {
    after: localTimeOf(oldestAt === null ? Date.now() - DAY : Date.parse(oldestAt)),
    before: '',
    states: ['retrying', 'failed', 'missed'],
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

/** The bounds of the range for the API. */
const rangeOf = ({ after, before }: RangeValues) => ({
  after: boundOf(after, -1),
  before: boundOf(before, 1),
});

interface CountsProps {
  readonly id: string;
  readonly values: RangeValues;
}

/** How many deliveries in the range and the states are known before the replay starts. */
const Counts = ({ id, values }: CountsProps) => {
  const { api } = useConsole();
  const { after, before } = rangeOf(values);
  const loaded = useLoad<Undelivered | null>(
    async (signal) => {
      const include = ['undelivered'] as const;
      const query = { include, after: after ?? undefined, before: before ?? undefined };
      return (await api.request('GET /webhook-endpoints/{id}', { id, query }, signal)).undelivered;
    },
    [api, id, after, before],
  );
  const { value: counts } = loaded;
  if (!counts) return <LoadedMessage loaded={loaded}>Counting …</LoadedMessage>;
  const found = COUNTED_STATES.filter((state) => values.states.includes(state))
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatUndelivered(counts[state])} ${state}`);
  const others = values.states.includes('succeeded') ? ' Successful ones are not counted.' : '';
  return (
    <p role="status">
      <strong>
        {found.length === 0 ? 'None' : new Intl.ListFormat('en').format(found)} in this time range.
      </strong>
      {others}
    </p>
  );
};

interface ReplayDialogProps {
  readonly endpoint: EndpointDetails;
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
        await start({ ...rangeOf({ after, before, states }), states }, signal);
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
          <Counts id={endpoint.id} values={values} />
        </>
      )}
    </DraftDialog>
  );
};

/** Makes all retries now that are planned for later. */
export const RetryAllDialog = (props: ReplayDialogProps) => {
  const start = useStart(props);
  const retrying = props.endpoint.undelivered?.retrying ?? 0;
  const url = <strong class="anywhere">{props.endpoint.url}</strong>;
  if (retrying === 0) {
    return (
      <Dialog title="No pending deliveries" onClose={props.onClose}>
        <p>No delivery to {url} waits for its next attempt.</p>
        <DialogAction onClick={props.onClose}>Done</DialogAction>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Retry all pending deliveries now?"
      submitLabel="Retry all now"
      busyLabel="Starting …"
      onSubmit={(signal) => start({ states: ['retrying'] }, signal)}
      onClose={props.onClose}
    >
      <p>
        Sends the {formatUndelivered(retrying)} deliveries to {url} that wait for their next attempt, oldest
        event first, up to 50 per second. The retry schedule of each starts over.
      </p>
    </FormDialog>
  );
};
