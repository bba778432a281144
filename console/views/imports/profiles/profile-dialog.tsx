import { DEFAULT_SETTINGS, MAX_SOURCE_LENGTH } from '../../../../shared/contract/imports/import-limits.ts';
import type { ImportKind, ImportProfile, ImportSettings } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { SelectField, TextAreaField, TextField } from '../../../parts/field.tsx';
import { DraftDialog } from '../../../parts/form.tsx';
import { KINDS } from '../import-kinds.ts';
import { SettingsFields } from '../prepare/settings-fields.tsx';
import { linesOfMappings, mappingsOfLines } from './mapping-lines.ts';

interface ProfileValues {
  readonly kind: ImportKind;
  readonly source: string;
  readonly settings: ImportSettings;
  /** The mappings as they are typed. */
  readonly lines: string;
}

const NEW: ProfileValues = {
  kind: 'people',
  source: '',
  settings: DEFAULT_SETTINGS,
  lines: '',
};

interface ProfileDialogProps {
  /** @default a new one is created */
  readonly profile?: ImportProfile | undefined;
  readonly onSaved: (profile: ImportProfile) => void;
  readonly onClose: () => void;
}

/** Creates a profile, or changes the settings of one. */
export const ProfileDialog = ({ profile, onSaved, onClose }: ProfileDialogProps) => {
  const { api, announce } = useConsole();
  const save = async (
    { kind, source, settings, lines }: ProfileValues,
    signal: AbortSignal,
  ): Promise<void> => {
    const query = { kind, source: source.trim() };
    const body = { settings: { ...settings, mappings: mappingsOfLines(lines) } };
    onSaved(await api.request('PUT /import-profiles', { query, body }, signal));
    announce('Saved the profile.');
    onClose();
  };
  const name = profile && `${KINDS[profile.kind]} from ${profile.source}`;
  return (
    <DraftDialog
      title={name ?? 'Create a profile'}
      submitLabel="Save profile"
      busyLabel="Saving …"
      fields={['kind', 'source', 'settings.region', 'settings.dateOrder', 'settings.mappings']}
      form={profile === undefined ? 'imports/profile' : `imports/profile/${profile.kind}/${profile.source}`}
      initial={
        profile === undefined ? NEW : { ...profile, lines: linesOfMappings(profile.settings.mappings) }
      }
      save={save}
      onClose={onClose}
    >
      {({ kind, source, settings, lines }, set) => (
        <>
          {profile === undefined && (
            <div class="field-row">
              <SelectField
                label="The files contain"
                parameter="kind"
                options={KINDS}
                value={kind}
                onChange={(chosen) => set({ kind: chosen })}
              />
              <TextField
                label="Source"
                hint="A part of the address, without slashes."
                parameter="source"
                required
                maxLength={MAX_SOURCE_LENGTH}
                autocapitalize="none"
                spellcheck={false}
                value={source}
                onChange={(typed) => set({ source: typed })}
              />
            </div>
          )}
          <TextAreaField
            label="Mapped columns (optional)"
            hint={
              'One per line, such as Hotline = phones.work, or Notes = skip for a column that is not ' +
              'imported. All other columns are recognized by their names.'
            }
            parameter="settings.mappings"
            lines={lines}
            rows={4}
            value={lines}
            onChange={(typed) => set({ lines: typed })}
          />
          <SettingsFields
            kind={kind}
            settings={settings}
            set={(changes) => set({ settings: { ...settings, ...changes } })}
          />
        </>
      )}
    </DraftDialog>
  );
};
