import { useRef } from 'preact/hooks';
import type { QueryParameter } from '../../../../shared/contract/query-parameters.ts';
import { capitalized } from '../../../../shared/kinds/names.ts';
import type { AdminApi } from '../../../api/admin-api.ts';
import { type ApiError, inputError } from '../../../api/problem.ts';
import { useConsole } from '../../../console-context.ts';
import { FormError, SelectField, TextField } from '../../../parts/field.tsx';
import { FilterActions } from '../../../parts/filter-actions.tsx';
import { localOf, timestampOfLocal } from '../../../parts/local-time.ts';
import { isValues } from '../../../parts/record-text.ts';
import { useFilterError } from '../../../parts/use-filter-error.ts';
import { useFilterValues } from '../../../parts/use-filter-values.ts';
import { useLifetime } from '../../../parts/use-lifetime.ts';
import { isRecordId, type KindSegment, kindPath, recordPath } from '../../../routing/record-paths.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import { labelOf } from '../../../words.ts';
import { listRecords, type StoredRecord } from '../read-records.ts';
import { filtersOf } from '../record-fields.ts';
import { type Guess, guessesOf, mayBeId, parametersOf, phonesOf, readSources } from './guess.ts';

/** Parameters with a field of their own. Any other is a lookup: one at a time, by a typed value. */
const FIELDS: readonly QueryParameter['kind'][] = ['boolean', 'timestamp'];

const LOOKED_UP_BY_ID: readonly QueryParameter['kind'][] = ['ids', 'uuid'];

const GUESSED: readonly Guess['parameter'][] = ['name', 'email', 'phone', 'domain', 'externalId', 'id'];

const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });

/** Guesses which lookup a value is meant for. */
const ANY = 'any';

const STATES = { '': 'All', true: 'Yes', false: 'No' } as const;

const itemsIn = (record: StoredRecord, field: string): readonly unknown[] => {
  const items = record[field];
  return Array.isArray(items) ? items : [];
};

const hasValue = (record: StoredRecord, value: string): boolean =>
  itemsIn(record, 'phones').some((phone) => isValues(phone) && phone['number'] === value) ||
  itemsIn(record, 'externalIds').some((id) => isValues(id) && `${id['source']}:${id['id']}` === value);

/** The lookup that a text is meant for. One with several values counts if it finds a record. */
const chooseLookUp = async (
  api: AdminApi,
  kind: KindSegment,
  text: string,
  isPossible: (guess: Guess) => boolean,
  signal: AbortSignal,
): Promise<readonly [parameter: string, value: string]> => {
  const sources = mayBeId(text) ? await readSources(api, signal).catch(() => []) : [];
  for (const guess of guessesOf(text, sources).filter(isPossible)) {
    if (!('values' in guess)) return [guess.parameter, guess.value];
    const [first = text, ...others] = guess.values;
    if (others.length === 0) return [guess.parameter, first];
    const query = { ...parametersOf(guess), limit: 1, count: 'none' };
    const [found] = (await listRecords(api, kind, query, signal)).items;
    const value = found && guess.values.find((each) => hasValue(found, each));
    if (value !== undefined) return [guess.parameter, value];
  }
  return ['name', text];
};

interface FilterFormProps {
  readonly kind: KindSegment;
  /** The filters and the order in the address. */
  readonly query: Query;
  /** The error of the last load. */
  readonly error: unknown;
}

/**
 * Finds records by a value, in a time or by a state, as the parameters of their kind declare. What is looked
 * for is in the address, so that results can be linked to.
 */
export const FilterForm = ({ kind, query, error }: FilterFormProps) => {
  const { api } = useConsole();
  const signal = useLifetime();
  const filters = filtersOf(kind);
  const all = Object.entries(filters);
  const own = all.filter(([, parameter]) => FIELDS.includes(parameter.kind));
  const lookUps = all.filter((each) => !own.includes(each)).map(([name]) => name);
  const isPossible = ({ parameter }: Guess): boolean => lookUps.includes(parameter);
  const texts = new Map<string, string>([
    ...(lookUps.includes('name') ? [[ANY, 'Anything'] as const] : []),
    ...lookUps.map((name) => [name, labelOf(name)] as const),
  ]);
  const given = lookUps.find((name) => Object.hasOwn(query, name));
  const shownText = given === undefined ? '' : (query[given] ?? '');
  // Another value is guessed again, unless the user chose this lookup.
  const isGuess = texts.has(ANY) && guessesOf(shownText, []).find(isPossible)?.parameter === given;
  const first = texts.has(ANY) ? ANY : (lookUps.find((name) => filters[name]?.kind === 'text') ?? 'id');
  const [{ parameter, text }, setLookUp] = useFilterValues({
    parameter: given === undefined || isGuess ? first : given,
    text: shownText,
  });
  const [values, setValues] = useFilterValues<Readonly<Record<string, string>>>(
    Object.fromEntries(
      own.map(([name, declared]) => [
        name,
        declared.kind === 'timestamp' ? localOf(query[name], 0) : (query[name] ?? ''),
      ]),
    ),
  );
  const guessed = GUESSED.filter((name) => lookUps.includes(name));
  const anyLabel = capitalized(ANY_OF.format(guessed.map((name) => labelOf(name).toLowerCase())));
  const form = useRef<HTMLFormElement>(null);
  const { shown, check } = useFilterError(form, error);
  const value = parameter === 'phone' ? (phonesOf(text)[0] ?? text.trim()) : text.trim();
  const id = value.toLowerCase();
  const isById = LOOKED_UP_BY_ID.some((each) => each === filters[parameter]?.kind);
  const findError = (): ApiError | undefined =>
    !isById || value === '' || isRecordId(id)
      ? undefined
      : inputError(parameter, 'must be a UUID such as 6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11');
  /** Shows what a lookup finds, with the other filters that go with it. */
  const show = (lookUp?: string, meant?: string): void => {
    const allowed = lookUp === undefined ? undefined : (filters[lookUp]?.onlyWith ?? undefined);
    const kept = own.flatMap(([name, declared]) => {
      const typed = values[name] ?? '';
      if (typed === '' || allowed?.includes(name) === false) return [];
      return [[name, declared.kind === 'timestamp' ? timestampOfLocal(typed, 0) : typed] as const];
    });
    const { sort } = query;
    const isAll = lookUp === undefined && kept.every(([name]) => filters[name]?.onlyWith === undefined);
    location.hash = hrefOf(kindPath(kind), {
      ...(lookUp !== undefined && { [lookUp]: meant }),
      ...Object.fromEntries(kept),
      ...(isAll && { sort }),
    });
  };
  const search = (event: Event): void => {
    event.preventDefault();
    if (!check(findError())) return;
    if (value === '') show();
    else if (isRecordId(id) && (parameter === 'id' || parameter === ANY)) {
      location.hash = hrefOf(recordPath(kind, id));
    } else if (parameter !== ANY) show(parameter, isById ? id : value);
    else {
      void chooseLookUp(api, kind, value, isPossible, signal)
        .catch(() => ['name', value] as const)
        .then((chosen) => {
          if (!signal.aborted) show(...chosen);
        });
    }
  };
  return (
    <search>
      <form ref={form} class="filters" noValidate onSubmit={search}>
        <FormError.Provider value={shown}>
          <SelectField
            label="Look up by"
            options={texts}
            value={parameter}
            onChange={(chosen) => setLookUp({ parameter: chosen })}
          />
          <TextField
            label={
              parameter === ANY
                ? anyLabel
                : `${labelOf(parameter)}${isById && parameter !== 'id' ? ' id' : ''}`
            }
            parameter={parameter === ANY ? (given ?? 'name') : parameter}
            autocapitalize="none"
            spellcheck={false}
            value={text}
            onChange={(typed) => setLookUp({ text: typed })}
          />
          {own.map(([name, declared]) =>
            declared.kind === 'timestamp' ? (
              <TextField
                key={name}
                label={labelOf(name)}
                parameter={name}
                type="datetime-local"
                value={values[name] ?? ''}
                onChange={(typed) => setValues({ [name]: typed })}
              />
            ) : (
              <SelectField
                key={name}
                label={labelOf(name)}
                parameter={name}
                options={STATES}
                value={values[name] === 'true' || values[name] === 'false' ? values[name] : ''}
                onChange={(chosen) => setValues({ [name]: chosen })}
              />
            ),
          )}
        </FormError.Provider>
        <FilterActions clearHref={Object.keys(query).length > 0 ? hrefOf(kindPath(kind)) : undefined} />
      </form>
    </search>
  );
};
