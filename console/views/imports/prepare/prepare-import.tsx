import { useState } from 'preact/hooks';
import type { Import, ImportPreview, ImportSettings } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Checkbox } from '../../../parts/choices.tsx';
import { Form } from '../../../parts/form.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { useSubmit } from '../../../parts/use-submit.ts';
import { PROFILES_PATH, UPLOAD_PATH } from '../../../routing/import-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { ImportCheckResult } from './import-check.tsx';
import { mappedPath, suggestionFor } from './mappings.ts';
import { RowPreview } from './row-preview.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { useCheck } from './use-check.ts';

interface PrepareImportProps {
  readonly shown: Import;
  readonly submitLabel: string;
  readonly onSubmit: (settings: ImportSettings, signal: AbortSignal) => Promise<void>;
}

const UNPROTECTED =
  'Keys without the permission for contact details see custom fields, unless these are hidden like ' +
  'contact details.';

const SettingsForm = (props: PrepareImportProps & { readonly preview: ImportPreview }) => {
  const { shown, preview, submitLabel, onSubmit } = props;
  const { api } = useConsole();
  const [settings, setSettings] = useState(preview.settings);
  const [isProfile, setProfile] = useState(false);
  const check = useCheck(shown.id, settings);
  const notes = new Map(check.value?.notes.map((note) => [note.column, note]));
  const undecided = preview.columns.filter(
    (column) => suggestionFor(column, notes) !== null && mappedPath(settings.mappings, column.name) === '',
  );
  const isRefused = check.isCurrent && (check.value?.problem ?? null) !== null;
  const missing =
    undecided[0] === undefined
      ? isRefused
        ? 'Change the settings that the check rejects.'
        : undefined
      : `Choose a field for ${undecided[0].name}.`;
  const set = (changes: Partial<ImportSettings>): void => setSettings({ ...settings, ...changes });
  const { kind, source } = shown;
  const submission = useSubmit(async (signal) => {
    if (isProfile)
      await api.request('PUT /import-profiles', { query: { kind, source }, body: { settings } }, signal);
    await onSubmit(settings, signal);
  });
  return (
    <Form
      submission={submission}
      submitLabel={submitLabel}
      busyLabel="Starting …"
      fields={['settings.region', 'settings.dateOrder']}
      missing={missing}
      remedy={['Show the import profiles', hrefOf(PROFILES_PATH)]}
    >
      {preview.columns.length > 0 && (
        <ColumnMapping
          kind={kind}
          preview={preview}
          mappings={settings.mappings}
          notes={notes}
          onChange={(mappings) => set({ mappings })}
        />
      )}
      <RowPreview preview={preview} rejected={check.value?.rejected ?? []} />
      <section class={`section settings ${isRefused ? 'missing' : ''}`} aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <SettingsFields kind={kind} settings={settings} set={set} />
        <Checkbox checked={isProfile} onChange={setProfile}>
          Also use these settings for files of {source} that are dropped into the bucket
        </Checkbox>
      </section>
      <ImportCheckResult fields={preview.fields} check={check} />
      {undecided.length > 0 && (
        <div class="notice notice-warning" role="status">
          <p>
            Choose what becomes of {undecided.map(({ name }) => name).join(', ')}: the values look like
            contact details. {kind === 'people' && UNPROTECTED}
          </p>
        </div>
      )}
    </Form>
  );
};

/** How the file would be read, and the settings to import it with. */
export const PrepareImport = (props: PrepareImportProps) => {
  const { id } = props.shown;
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /imports/{id}/preview', { id }, signal), [api, id]);
  const preview = loaded.value;
  if (preview === undefined) {
    return (
      <>
        <LoadedMessage loaded={loaded} />
        {loaded.error !== undefined && (
          <p class="section">
            <a href={hrefOf(UPLOAD_PATH)}>Upload another file</a>
          </p>
        )}
      </>
    );
  }
  if (preview.problem !== null) {
    return (
      <div class="problem">
        <p class="problem-title">This file cannot be imported</p>
        <p>{preview.problem}</p>
        <p>
          <a href={hrefOf(UPLOAD_PATH)}>Upload another file</a>
        </p>
      </div>
    );
  }
  return <SettingsForm {...props} preview={preview} />;
};
