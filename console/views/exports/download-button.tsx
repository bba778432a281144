import { useState } from 'preact/hooks';
import { EXPORT_DAYS } from '../../../shared/contract/exports/export-limits.ts';
import type { Export } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog, DialogAction } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { LoadedMessage } from '../../parts/loading.tsx';
import { useFollowing } from '../../parts/use-following.ts';
import { useLoad } from '../../parts/use-load.ts';
import { EXPORTS_PATH } from '../../routing/export-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { ExportFiles } from './export-files.tsx';
import { ExportState, isUnderWay } from './export-state.tsx';
import { FORMATS } from './formats.ts';

interface DownloadButtonProps extends Pick<Export, 'resource'> {
  /** Only for entries. @default those of all call lists */
  readonly callListId?: string;
  /** What it downloads, such as `all people`. */
  readonly what: string;
}

interface StepProps {
  readonly title: string;
  readonly onClose: () => void;
}

type ChoiceProps = StepProps &
  Omit<DownloadButtonProps, 'what'> & { readonly onStarted: (started: Export) => void };

/** Asks for the format. */
const FormatChoice = ({ title, resource, callListId, onStarted, onClose }: ChoiceProps) => {
  const { api } = useConsole();
  const [format, setFormat] = useState<Export['format']>('csv');
  return (
    <FormDialog
      title={title}
      submitLabel="Download"
      busyLabel="Starting the export …"
      fields={['format']}
      remedy={['Show the exports', hrefOf(EXPORTS_PATH)]}
      onSubmit={async (signal) =>
        onStarted(await api.request('POST /exports', { body: { resource, format, callListId } }, signal))
      }
      onClose={onClose}
    >
      <SelectField label="Format" parameter="format" options={FORMATS} value={format} onChange={setFormat} />
    </FormDialog>
  );
};

/** Follows the export until its files are there. */
const Following = ({ title, started, onClose }: StepProps & { readonly started: Export }) => {
  const { api } = useConsole();
  const loaded = useLoad(
    async (signal) =>
      (await api.request('GET /exports', {}, signal)).items.find(({ id }) => id === started.id) ?? started,
    [api, started],
  );
  const shown = loaded.value ?? started;
  useFollowing(loaded, isUnderWay(shown));
  return (
    <Dialog title={title} onClose={onClose}>
      <div role="status">
        <ExportState shown={shown} />
      </div>
      <LoadedMessage loaded={loaded} isQuiet />
      {!isUnderWay(shown) && <ExportFiles files={shown.files} />}
      <p class="hint">
        {isUnderWay(shown) && 'You can close this: the export continues. '}
        Files are kept for {EXPORT_DAYS} days under <a href={hrefOf(EXPORTS_PATH)}>Exports</a>.
      </p>
      <DialogAction onClick={onClose}>Done</DialogAction>
    </Dialog>
  );
};

/** Exports records in a chosen format, and offers the files where it is. For admins; members see nothing. */
export const DownloadButton = ({ what, ...exported }: DownloadButtonProps) => {
  const { user } = useConsole();
  const [step, setStep] = useState<'format' | Export>();
  if (user.role !== 'admin') return null;
  const common = { title: `Download ${what}`, onClose: () => setStep(undefined) };
  return (
    <>
      <button type="button" onClick={() => setStep('format')}>
        Download {what}
      </button>
      {step === 'format' && <FormatChoice {...common} {...exported} onStarted={setStep} />}
      {typeof step === 'object' && <Following {...common} started={step} />}
    </>
  );
};
