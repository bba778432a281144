import type { Export } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { SelectField } from '../../parts/field.tsx';
import { DraftDialog } from '../../parts/form.tsx';
import { EXPORTS_PATH } from '../../routing/export-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { RESOURCES } from '../../words.ts';
import { FORMATS } from './formats.ts';

interface StartExportDialogProps {
  readonly onStarted: (started: Export) => void;
  readonly onClose: () => void;
}

const INITIAL: Pick<Export, 'resource' | 'format'> = { resource: 'person', format: 'csv' };

/** Starts an export of all records of a resource. */
export const StartExportDialog = ({ onStarted, onClose }: StartExportDialogProps) => {
  const { api } = useConsole();
  return (
    <DraftDialog
      title="Start an export"
      submitLabel="Start export"
      busyLabel="Starting …"
      fields={['resource', 'format']}
      form="exports/start"
      remedy={['Show the exports', hrefOf(EXPORTS_PATH)]}
      initial={INITIAL}
      save={async (body, signal) => onStarted(await api.request('POST /exports', { body }, signal))}
      onClose={onClose}
    >
      {({ resource, format }, set) => (
        <>
          <SelectField
            label="Records"
            hint="To export a single call list, open it and choose Download all entries."
            parameter="resource"
            options={RESOURCES}
            value={resource}
            onChange={(chosen) => set({ resource: chosen })}
          />
          <SelectField
            label="Format"
            parameter="format"
            options={FORMATS}
            value={format}
            onChange={(chosen) => set({ format: chosen })}
          />
        </>
      )}
    </DraftDialog>
  );
};
