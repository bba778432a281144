import type { QueryParameter } from '../../../contract/query-parameters.ts';
import { EXAMPLE_CALLABILITY, EXAMPLE_PERSON } from '../../../contract/records/examples.ts';
import { contactFieldsOf, contactPaths } from '../../../kinds/contact-details.ts';
import { FILTERS, type Filter } from '../../../kinds/filters.ts';
import { DOCUMENTATION, EXAMPLES, KINDS, LOOKUPS } from '../../../kinds/kinds.ts';
import { capitalized, nounOf, oneOf, PLAIN_KINDS, type PlainKind, pluralOf } from '../../../kinds/names.ts';
import type { GET_PERSON } from '../../data-api/record-routes.ts';
import { namesOf, type RECORD_ROUTES } from '../../data-api/records.ts';
import {
  CALLABILITY,
  CALLABILITY_NEEDS,
  COLLECTION_PARAMETERS,
  collectionDescription,
  fieldsText,
  listOf,
  lookupParameters,
  lookupsDescription,
  MANY,
  TRUNCATED,
} from '../../data-api/texts.ts';
import type { AnyDataDocumentation, DataDocumentation } from '../../documentation.ts';

const are = (names: readonly string[], what: string): readonly string[] =>
  names.length === 0 ? [] : [`${listOf(names, 'and')} ${names.length === 1 ? 'is' : 'are'} ${what}`];

/** How records look without contact details, and which lookups then fail. Empty if they have none. */
const hiddenTexts = (kind: PlainKind): { readonly records: string; readonly lookups: string } => {
  const { fields } = KINDS[kind];
  const paths = contactPaths(fields);
  if (paths.length === 0) return { records: '', lookups: '' };
  const [lists, others] = [true, false].map((isList) =>
    paths.filter((path) => (fields[path]?.is === 'list') === isList),
  );
  const isContact = contactFieldsOf(fields);
  const refused = Object.values<Filter>(FILTERS[kind]).flatMap((filter) =>
    'by' in filter && filter.parameter !== undefined && [filter.by].flat().some((by) => isContact(by ?? ''))
      ? [filter.parameter]
      : [],
  );
  return {
    records:
      ` Without the permission \`person.contact:read\`, ${are(lists ?? [], 'empty')
        .concat(are(others ?? [], '`null`'))
        .join(', ')}, ` + 'and custom fields with such values are omitted.',
    lookups: refused.length === 0 ? '' : ` Lookups by ${listOf(refused, 'and')} return \`403\` without it.`,
  };
};

/** What each lookup finds, and whether it takes many values or truncates a time. */
const lookupTexts = (kind: PlainKind): Readonly<Record<string, string>> => {
  const texts: Readonly<Record<string, string>> = {
    ...lookupParameters(nounOf(pluralOf(kind))),
    ...DOCUMENTATION[kind]().parameters,
  };
  return Object.fromEntries(
    Object.entries<QueryParameter>(LOOKUPS[kind]).map(([name, parameter]) => {
      const isMany = 'maximum' in parameter && parameter.kind !== 'ids';
      const note = isMany ? ` ${MANY}` : parameter.kind === 'timestamp' ? ` ${TRUNCATED}` : '';
      return [name, `${texts[name]}${note}`];
    }),
  );
};

const documentKind = (kind: PlainKind): readonly [list: AnyDataDocumentation, get: AnyDataDocumentation] => {
  const plural = nounOf(pluralOf(kind));
  const tag = capitalized(plural);
  const { lookups = lookupsDescription(listOf(Object.keys(LOOKUPS[kind]), 'or')), fields } =
    DOCUMENTATION[kind]();
  const [example]: readonly [object, object] = EXAMPLES[kind];
  const hidden = hiddenTexts(kind);
  return [
    {
      tag,
      summary: `List ${plural}`,
      description: `${collectionDescription(plural)}${hidden.records}\n\n${lookups}${hidden.lookups}`,
      parameters: { ...COLLECTION_PARAMETERS, ...lookupTexts(kind), fields: fieldsText(fields[0]) },
      examples: { page: { summary: 'A page', value: { totalCount: 1, items: [example] } } },
    },
    {
      tag,
      summary: `Get ${oneOf(kind)}`,
      description:
        `Returns ${oneOf(kind)} with all fields. Absent values are \`null\`, never omitted.` + hidden.records,
      parameters: { id: `The id of the ${nounOf(kind)}.`, fields: fieldsText(fields[1]) },
      examples: { [kind]: { summary: capitalized(oneOf(kind)), value: example } },
    },
  ];
};

/** The texts of what only the operation that gets a person has. */
const documentPerson = (get: AnyDataDocumentation): DataDocumentation<{ getPerson: typeof GET_PERSON }> => ({
  getPerson: {
    ...get,
    parameters: {
      id: 'The id of the person.',
      include: `${CALLABILITY} of each of \`phones\`. ${CALLABILITY_NEEDS}`,
      fields: fieldsText(DOCUMENTATION.person().fields[1]),
    },
    examples: {
      person: { summary: 'A person', value: EXAMPLE_PERSON },
      callability: {
        summary: 'With include=callability',
        value: {
          ...EXAMPLE_PERSON,
          phones: EXAMPLE_PERSON.phones
            .slice(0, 1)
            .map((phone) => ({ ...phone, callability: EXAMPLE_CALLABILITY })),
        },
      },
    },
  },
});

/** The documentation of the operations that list and get records. */
export const documentRecordRoutes = () =>
  Object.fromEntries(
    PLAIN_KINDS.flatMap((kind) => {
      const { list, get } = namesOf(kind);
      const [listing, getting] = documentKind(kind);
      return [
        [list, listing],
        [get, kind === 'person' ? documentPerson(getting).getPerson : getting],
      ];
    }),
  ) as Readonly<Record<keyof typeof RECORD_ROUTES, AnyDataDocumentation>>;
