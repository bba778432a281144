import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { AdminOperationKey } from '../../../../shared/operations/admin-api/calls.ts';
import type { AdminApi } from '../../../api/admin-api.ts';
import { type ApiError, inputError } from '../../../api/problem.ts';
import { useConsole } from '../../../console-context.ts';
import { FormError, SelectField, TextField } from '../../../parts/field.tsx';
import { FilterActions } from '../../../parts/filter-actions.tsx';
import { useFilterError } from '../../../parts/use-filter-error.ts';
import { useFilterValues } from '../../../parts/use-filter-values.ts';
import { useLifetime } from '../../../parts/use-lifetime.ts';
import { isRecordId, type KindSegment, kindPath, recordPath } from '../../../routing/record-paths.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import { type Guess, guessesOf, mayBeId, parametersOf, phonesOf, readSources } from './guess.ts';

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

const GUESSED: readonly Guess['parameter'][] = ['name', 'email', 'phone', 'domain', 'externalId', 'id'];

const ANY_OF = new Intl.ListFormat('en', { type: 'disjunction' });

/** Guesses which lookup a value is meant for. */
const ANY = 'any';

const FINDERS = {
  people: 'GET /people',
  companies: 'GET /companies',
  'call-lists': 'GET /call-lists',
} as const satisfies Record<KindSegment, AdminOperationKey>;

interface Identified {
  readonly phones?: readonly { readonly number: string | null }[];
  readonly externalIds?: readonly { readonly source: string; readonly id: string }[];
}

const hasValue = ({ phones = [], externalIds = [] }: Identified, value: string): boolean =>
  phones.some(({ number }) => number === value) ||
  externalIds.some(({ source, id }) => `${source}:${id}` === value);

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
    const query = { ...parametersOf(guess), limit: 1, count: 'none' } as const;
    const { items } = await api.request(FINDERS[kind], { query }, signal);
    const [found] = items as readonly Identified[];
    const value = found && guess.values.find((each) => hasValue(found, each));
    if (value !== undefined) return [guess.parameter, value];
  }
  return ['name', text];
};

/** Finds records by a value. What is looked for is in the address, so that results can be linked to. */
export const LookUpForm = ({ kind, lookUps, query, filters = {}, children, error }: LookUpFormProps) => {
  const { api } = useConsole();
  const signal = useLifetime();
  const named: Readonly<Record<string, string>> = { ...lookUps, [ID]: 'Id' };
  const options: Readonly<Record<string, string>> = { [ANY]: 'Anything', ...named };
  const given = Object.keys(query).find((each) => Object.hasOwn(named, each));
  const isPossible = ({ parameter }: Guess): boolean => Object.hasOwn(named, parameter);
  const shownText = given === undefined ? '' : (query[given] ?? '');
  // Another value is guessed again, unless the user chose this lookup.
  const isGuess = guessesOf(shownText, []).find(isPossible)?.parameter === given;
  const initial: Values = { parameter: given === undefined || isGuess ? ANY : given, text: shownText };
  const [{ parameter, text }, set] = useFilterValues(initial);
  const guessed = Object.keys(named).filter((each) => GUESSED.some((one) => one === each));
  const anyText = ANY_OF.format(guessed.map((each) => (named[each] ?? '').toLowerCase()));
  const anyLabel = anyText.charAt(0).toUpperCase() + anyText.slice(1);
  const form = useRef<HTMLFormElement>(null);
  const { shown, check } = useFilterError(form, error);
  const value = parameter === 'phone' ? (phonesOf(text)[0] ?? text.trim()) : text.trim();
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
    else if (parameter !== ANY) location.hash = hrefOf(kindPath(kind), { [parameter]: value });
    else {
      void chooseLookUp(api, kind, value, isPossible, signal)
        .catch(() => ['name', value] as const)
        .then(([chosen, meant]) => {
          if (!signal.aborted) location.hash = hrefOf(kindPath(kind), { [chosen]: meant });
        });
    }
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
            label={parameter === ANY ? anyLabel : (options[parameter] ?? '')}
            parameter={parameter === ANY ? (given ?? 'name') : parameter}
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
