import type { ImportKind, ImportSettings } from '../../../api/types.ts';
import { Checkbox, Choices } from '../../../parts/choices.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';

interface SettingsFieldsProps {
  readonly kind: ImportKind;
  readonly settings: ImportSettings;
  readonly set: (changes: Partial<ImportSettings>) => void;
}

const ORDERS = { '': 'As each column shows', dmy: '31/1/2026', mdy: '1/31/2026' } as const;

/** The flags that make a difference for each kind of file. */
const FLAGS: Readonly<Record<ImportKind, readonly (keyof typeof LABELS)[]>> = {
  people: ['isMergingRows', 'isCreatingCompanies', 'isStrict', 'isSilent', 'isDeletingMissing'],
  companies: ['isMergingRows', 'isStrict', 'isSilent', 'isDeletingMissing'],
  'call-lists': ['isStrict', 'isSilent'],
};

const LABELS = {
  isMergingRows: 'Merge rows of the same record',
  isCreatingCompanies: 'Create companies that people name and that do not exist',
  isStrict: 'Reject rows with an unreadable cell',
  isSilent: 'Send nothing to webhooks',
  isDeletingMissing: 'The file is complete: delete records of this source that it does not hold',
} as const;

/** How a file is read and what is written, besides its columns. */
export const SettingsFields = ({ kind, settings, set }: SettingsFieldsProps) => (
  <>
    <div class="field-row">
      <TextField
        label="Country of phone numbers"
        hint="Whose national format is understood, such as US. Numbers that start with + always are."
        parameter="settings.region"
        maxLength={2}
        autocapitalize="characters"
        spellcheck={false}
        value={settings.region ?? ''}
        onChange={(typed) => set({ region: typed.trim().toUpperCase() || null })}
      />
      <SelectField
        label="Dates in digits"
        hint="The order of day and month, if a column does not show it."
        parameter="settings.dateOrder"
        options={ORDERS}
        value={settings.dateOrder ?? ''}
        onChange={(order) => set({ dateOrder: order === '' ? null : order })}
      />
    </div>
    <Choices label="Options">
      {FLAGS[kind].map((flag) => (
        <Checkbox key={flag} checked={settings[flag]} onChange={(checked) => set({ [flag]: checked })}>
          {LABELS[flag]}
        </Checkbox>
      ))}
    </Choices>
  </>
);
