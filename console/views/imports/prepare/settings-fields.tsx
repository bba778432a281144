import { DATE_EXAMPLES } from '../../../../shared/contract/imports/import-plan.ts';
import type { ImportKind, ImportSettings } from '../../../api/types.ts';
import { Checkbox, Choices } from '../../../parts/choices.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';

interface SettingsFieldsProps {
  readonly kind: ImportKind;
  readonly settings: ImportSettings;
  readonly set: (changes: Partial<ImportSettings>) => void;
}

const ORDERS = { '': 'Detect automatically', ...DATE_EXAMPLES } as const;

const LABELS = {
  isMergingRows: 'Merge rows of the same record',
  isCreatingCompanies: 'Create missing companies',
  isKeepingBlank: 'Keep stored values where cells are blank',
  isStrict: 'Reject rows with an unreadable cell',
  isSilent: 'Do not notify webhooks',
  isDeletingMissing: 'Delete records of this source that are missing from the file',
} as const;
type Flag = keyof typeof LABELS;
const ALL = Object.keys(LABELS) as Flag[];

/** The flags that make no difference for a kind of file. */
const USELESS: Readonly<Partial<Record<ImportKind, readonly Flag[]>>> = {
  companies: ['isCreatingCompanies'],
  'call-lists': ['isMergingRows', 'isCreatingCompanies', 'isKeepingBlank', 'isDeletingMissing'],
};

/** How a file is read and what is written, besides its columns. */
export const SettingsFields = ({ kind, settings, set }: SettingsFieldsProps) => (
  <>
    <div class="field-row">
      <TextField
        label="Default country"
        hint="Two letters, such as US, for phone numbers without a country code."
        parameter="settings.region"
        maxLength={2}
        autocapitalize="characters"
        spellcheck={false}
        value={settings.region ?? ''}
        onChange={(typed) => set({ region: typed.trim().toUpperCase() || null })}
      />
      <SelectField
        label="Numeric dates"
        hint="The order of day and month, if a column does not show it."
        parameter="settings.dateOrder"
        options={ORDERS}
        value={settings.dateOrder ?? ''}
        onChange={(order) => set({ dateOrder: order === '' ? null : order })}
      />
    </div>
    <Choices label="Options">
      {ALL.filter((flag) => USELESS[kind]?.includes(flag) !== true).map((flag) => (
        <Checkbox key={flag} checked={settings[flag]} onChange={(checked) => set({ [flag]: checked })}>
          {LABELS[flag]}
        </Checkbox>
      ))}
    </Choices>
  </>
);
