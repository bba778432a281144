import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { MAX_SOURCE_LENGTH, MAX_UPLOAD_BYTES } from '../../../../shared/contract/imports/import-limits.ts';
import { type ApiError, inputError } from '../../../api/problem.ts';
import type { Import, ImportKind, ImportSettings } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FileField, SelectField, TextField } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { ProgressBar } from '../../../parts/progress-bar.tsx';
import { useDraft } from '../../../parts/use-draft.ts';
import { useSubmit } from '../../../parts/use-submit.ts';
import { importPath, UPLOAD_PATH } from '../../../routing/import-paths.ts';
import { replacePath, useLeaveGuard } from '../../../routing/route.ts';
import { KINDS } from '../import-kinds.ts';
import { ACCEPTED_FILES, contentTypeOf } from './content-type.ts';
import { sendFile } from './send-file.ts';

const FILE = 'fileName';

const INITIAL: { readonly kind: ImportKind; readonly source: string } = { kind: 'people', source: '' };

/** What no file may be. Its parameter is that of the one field. */
const fileError = (file: File | undefined): ApiError | undefined => {
  if (file === undefined) return inputError(FILE, 'must be chosen');
  if (file.size === 0) return inputError(FILE, 'This file is empty: choose another one');
  return file.size > MAX_UPLOAD_BYTES
    ? inputError(FILE, 'This file is larger than 5 GB: split it, or compress it with gzip')
    : undefined;
};

interface UploadDialogProps {
  /** The import whose rejected rows the file has. */
  readonly corrects?: Import;
  readonly onClose: () => void;
}

/** Rejected rows are no complete export, of which others would be missing. */
const settingsFor = ({ settings }: Import): ImportSettings => ({ ...settings, isDeletingMissing: false });

/** Uploads a file to the bucket, and opens the page of its import. */
export const UploadDialog = ({ corrects, onClose }: UploadDialogProps) => {
  const { api } = useConsole();
  const part = corrects === undefined ? UPLOAD_PATH : `${importPath(corrects.id)}/correct`;
  const draft = useDraft('imports/upload', INITIAL);
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const [isWarned, setWarned] = useState(false);
  const upload = useRef<AbortController>(null);
  const mayLeave = useCallback(() => {
    if (upload.current !== null) setWarned(true);
    return upload.current === null;
  }, []);
  useLeaveGuard(part, mayLeave);
  useEffect(() => () => upload.current?.abort(), []);

  const submission = useSubmit(async (signal) => {
    const wrong = fileError(file);
    if (wrong !== undefined || file === undefined) throw wrong;
    const { kind, source } = corrects ?? draft.values;
    const contentType = contentTypeOf(file.name);
    const body = {
      kind,
      source: source.trim(),
      fileName: file.name,
      size: file.size,
      contentType,
      ...(corrects === undefined ? {} : { settings: settingsFor(corrects) }),
    };
    const { id, uploadUrl } = await api.request('POST /imports', { body }, signal);
    const controller = new AbortController();
    signal.addEventListener('abort', () => controller.abort());
    upload.current = controller;
    setShare(0);
    try {
      await sendFile(uploadUrl, file, { contentType, onProgress: setShare, signal: controller.signal });
    } finally {
      upload.current = null;
      setShare(undefined);
      setWarned(false);
    }
    draft.clear();
    replacePath(importPath(id));
  });
  const close = (): void => {
    upload.current?.abort();
    upload.current = null;
    draft.clear();
    onClose();
  };
  return (
    <Dialog title={corrects === undefined ? 'Upload a file' : 'Upload corrected rows'} onClose={close}>
      <Form
        submission={submission}
        submitLabel="Upload"
        busyLabel="Uploading …"
        fields={['kind', 'source', FILE]}
        progress={share}
        onCancel={close}
      >
        <FileField
          label="File"
          hint="CSV or JSON Lines of up to 5 GB, or Parquet of up to 256 MB, optionally compressed with gzip."
          parameter={FILE}
          accept={ACCEPTED_FILES}
          onChange={setFile}
        />
        {corrects === undefined ? (
          <>
            <SelectField
              label="The file contains"
              parameter="kind"
              options={KINDS}
              value={draft.values.kind}
              onChange={(kind) => draft.set({ kind })}
            />
            <TextField
              label="Source"
              hint={
                'The system that the file comes from, such as hubspot. Keep its name: ' +
                'it is part of the identity of each record.'
              }
              parameter="source"
              required
              maxLength={MAX_SOURCE_LENGTH}
              autocapitalize="none"
              spellcheck={false}
              value={draft.values.source}
              onChange={(source) => draft.set({ source })}
            />
          </>
        ) : (
          <p>
            The rows are imported as {KINDS[corrects.kind].toLowerCase()} from{' '}
            <strong class="anywhere">{corrects.source}</strong> with the settings of{' '}
            <strong class="anywhere">{corrects.fileName}</strong>. The column <code>reason</code> is ignored.
          </p>
        )}
      </Form>
      {share !== undefined && <ProgressBar label="Upload" share={share} />}
      {isWarned && (
        <p class="notice notice-warning" role="alert">
          The upload is not finished. Wait for it, or cancel it to leave this page.
        </p>
      )}
      <p class="hint">Nothing is imported before you start the import on the next page.</p>
    </Dialog>
  );
};
