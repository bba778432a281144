import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { type ApiError, inputError } from '../../../api/problem.ts';
import { FormError, SelectField, TextField } from '../../../parts/field.tsx';
import { FilterActions } from '../../../parts/filter-actions.tsx';
import { useFilterError } from '../../../parts/use-filter-error.ts';
import { useFilterValues } from '../../../parts/use-filter-values.ts';
import { isRecordId, type KindSegment, kindPath, recordPath } from '../../../routing/record-paths.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import { compactPhone } from './compact-phone.ts';

interface LookUpFormProps {
  readonly kind: KindSegment;
  /** The names of the lookups besides `id`, by parameter. */
  readonly lookUps: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Parameters of the list without a lookup. */
  readonly filters?: Query;
  /** The fields of the filters. */
  readonly children?: ComponentChildren;
  /** The error of the last load. */
  readonly error: unknown;
}

interface Values {
  readonly parameter: string;
  readonly text: string;
}

/** The names of the lookups that people and companies share, by parameter. */
export const RECORD_LOOK_UPS = {
  name: 'Name',
  phone: 'Phone',
  ownerId: 'Owner',
  tag: 'Tag',
  externalId: 'External id',
} as const;

const ID = 'id';

/** Finds records by a value. What is looked for is in the address, so that results can be linked to. */
export const LookUpForm = ({ kind, lookUps, query, filters = {}, children, error }: LookUpFormProps) => {
  const options: Readonly<Record<string, string>> = { ...lookUps, [ID]: 'Id' };
  const given = Object.keys(query).find((each) => Object.hasOwn(options, each));
  const initial: Values = {
    parameter: given ?? Object.keys(options)[0] ?? ID,
    text: given === undefined ? '' : (query[given] ?? ''),
  };
  const [{ parameter, text }, set] = useFilterValues(initial);
  const form = useRef<HTMLFormElement>(null);
  const { shown, check } = useFilterError(form, error);
  const value = parameter === 'phone' ? compactPhone(text) : text.trim();
  const id = value.toLowerCase();
  const findError = (): ApiError | undefined =>
    parameter !== ID || value === '' || isRecordId(id)
      ? undefined
      : inputError(ID, 'must be a UUID such as 6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11');
  const search = (event: Event): void => {
    event.preventDefault();
    if (!check(findError())) return;
    if (value === '') location.hash = hrefOf(kindPath(kind), filters);
    else if (isRecordId(id)) location.hash = hrefOf(recordPath(kind, id));
    else location.hash = hrefOf(kindPath(kind), { [parameter]: value });
  };
  return (
    <search>
      <form ref={form} class="filters" noValidate onSubmit={search}>
        <FormError.Provider value={shown}>
          {children}
          <SelectField
            label="Look up by"
            options={options}
            value={parameter}
            onChange={(chosen) => set({ parameter: chosen })}
          />
          <TextField
            label={options[parameter] ?? ''}
            parameter={parameter}
            autocapitalize="none"
            spellcheck={false}
            value={text}
            onChange={(typed) => set({ text: typed })}
          />
        </FormError.Provider>
        <FilterActions clearHref={Object.keys(query).length > 0 ? hrefOf(kindPath(kind)) : undefined} />
      </form>
    </search>
  );
};
