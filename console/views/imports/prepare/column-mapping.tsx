import type { ImportKind, ImportPreview, PreviewedColumn } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import {
  choicesFor,
  labelOf,
  type Mappings,
  mappedPath,
  type Notes,
  noteText,
  suggestionFor,
  withMapping,
} from './mappings.ts';

interface ColumnMappingProps {
  readonly kind: ImportKind;
  readonly preview: ImportPreview;
  readonly mappings: Mappings;
  /** What is worth knowing of columns, by name. */
  readonly notes: Notes;
  readonly onChange: (mappings: Mappings) => void;
}

interface FieldChoiceProps extends ColumnMappingProps {
  readonly column: PreviewedColumn;
}

interface OptionsProps {
  readonly choices: readonly (readonly [path: string, label: string])[];
  readonly chosen: string;
}

const Options = ({ choices, chosen }: OptionsProps) => (
  <>
    {choices.map(([path, label]) => (
      <option key={path} value={path} selected={path === chosen}>
        {label}
      </option>
    ))}
  </>
);

const FieldChoice = ({ kind, column, preview, mappings, notes, onChange }: FieldChoiceProps) => {
  const { name } = column;
  const note = notes.get(name)?.note;
  const suggestedField = suggestionFor(column, notes);
  const chosen = mappedPath(mappings, name);
  const { fields, settings } = preview;
  const previewed = settings.mappings;
  const { others, groups } = choicesFor(kind, column, { fields, previewed, chosen, suggestedField });
  const choose = (path: string): void => onChange(withMapping(mappings, name, path));
  return (
    <div class={suggestedField !== null && chosen === '' ? 'field-choice missing' : 'field-choice'}>
      <select
        aria-label={`Field of ${name}`}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <Options choices={others} chosen={chosen} />
        {groups.map(([group, choices]) => (
          <optgroup key={group} label={group}>
            <Options choices={choices} chosen={chosen} />
          </optgroup>
        ))}
      </select>
      {suggestedField !== null && chosen === '' && (
        <button type="button" class="button-small" onClick={() => choose(suggestedField)}>
          Use {labelOf(fields, suggestedField)}
          <span class="visually-hidden"> for {name}</span>
        </button>
      )}
      {note !== undefined && <p class="hint">{noteText(fields, note)}</p>}
    </div>
  );
};

/** The columns of the file, and the field that each fills. */
export const ColumnMapping = (props: ColumnMappingProps) => {
  const { preview } = props;
  const columns: readonly Column<PreviewedColumn>[] = [
    { title: 'Column', isHeading: true, render: ({ name }) => name },
    {
      title: 'First values',
      render: ({ samples }) =>
        samples.length === 0 ? (
          <span class="muted">empty</span>
        ) : (
          <ul class="samples">
            {samples.map((sample) => (
              <li key={sample}>{sample}</li>
            ))}
          </ul>
        ),
    },
    { title: 'Becomes', render: (column) => <FieldChoice {...props} column={column} /> },
  ];
  const hidden = preview.columnCount - preview.columns.length;
  return (
    <section class="section" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <DataTable caption="Columns" columns={columns} items={preview.columns} keyOf={({ name }) => name} />
      {hidden > 0 && <p class="hint">{hidden} more columns are imported as recognized.</p>}
    </section>
  );
};
