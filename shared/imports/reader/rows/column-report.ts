import { looksLikeCallPermission } from '../../../domain/readings/calls.ts';
import { looksLikeDeletion } from '../../../domain/readings/deletions.ts';
import type { ColumnPlan } from '../columns/bind-columns.ts';
import { ImportInputError } from '../columns/column-mapping.ts';
import type { ColumnSurvey, ValueLook } from '../columns/survey-columns.ts';

/** What becomes of one column, and what stands in it. */
export interface ColumnReport extends ColumnPlan {
  /** The first three different values, shortened. */
  readonly samples: readonly string[];
  /** A field that its values look like, of a column that fills none. */
  readonly suggestedField?: string;
}

/** The field that values of this look fill, if one does. */
const FIELD_FOR: Readonly<Record<ValueLook, string | undefined>> = {
  'phone numbers': 'phones.work',
  'email addresses': 'emails',
  'LinkedIn profiles': 'linkedinUrl',
  URLs: 'websiteUrl',
  dates: undefined,
  UUIDs: undefined,
  'forms of address': undefined,
};

const suggestedFieldOf = (
  { as }: ColumnPlan,
  { looksLike }: ColumnSurvey,
  isField: (path: string) => boolean,
): string | undefined => {
  if (as !== 'customField' || looksLike === undefined) return undefined;
  const field = FIELD_FOR[looksLike];
  return field !== undefined && isField(field) ? field : undefined;
};

const hintOf = (
  { column, as }: ColumnPlan,
  { looksLike }: ColumnSurvey,
  field: string | undefined,
): string | undefined => {
  if (as !== 'customField' || looksLike === undefined) return undefined;
  if (looksLike === 'UUIDs' || looksLike === 'forms of address') return undefined;
  const look = `it looks like ${looksLike}`;
  if (looksLike === 'dates') return `${look} and stays text`;
  return field === undefined ? look : `${look}: --map '${column}=${field}'`;
};

/** Says that most of a file's columns are not recognized, once, at the first of them. */
const unknownHint = (plan: ColumnPlan, plans: readonly ColumnPlan[]): string | undefined => {
  const unknown = plans.filter(({ as }) => as === 'customField');
  return plans.length >= 4 && unknown.length * 2 > plans.length && unknown[0] === plan
    ? `${unknown.length} of ${plans.length} columns fill no field: map those that should`
    : undefined;
};

/** Says that text was encoded twice, and what becomes of it. */
const encodingHint = ({ encodedTwice }: ColumnSurvey): string | undefined => {
  if (encodedTwice === 'none') return undefined;
  return encodedTwice === 'all'
    ? 'its text was encoded twice (such as `MÃ¼ller`), and is repaired'
    : 'some of its text was encoded twice (such as `MÃ¼ller`): export it again as UTF-8';
};

/** Fields of a row that tell where its phone numbers belong. */
const COUNTRY = /^(?:callingCode|location\.country)$/;

/** Advises to name the country of a column's phone numbers. */
const countryHint = (
  { field }: ColumnPlan,
  { withoutCountry }: ColumnSurvey,
  plans: readonly ColumnPlan[],
): string | undefined => {
  const isPhone = /^(?:phones|entries\.phone\.number)(?:$|\.)/.test(field ?? '');
  if (!isPhone || withoutCountry === 0 || plans.some((plan) => COUNTRY.test(plan.field ?? '')))
    return undefined;
  const noun = withoutCountry === 1 ? 'number' : 'numbers';
  return `${withoutCountry} ${noun} without a country: use \`--region\``;
};

/** What becomes of the columns of a file. Columns that look like more than they become are pointed out. */
export const reportColumns = (
  plans: readonly ColumnPlan[],
  surveys: readonly ColumnSurvey[],
  isField: (path: string) => boolean,
): readonly ColumnReport[] =>
  surveys.flatMap((survey, index) => {
    const plan = plans[index];
    if (plan === undefined) return [];
    const suggestedField = suggestedFieldOf(plan, survey, isField);
    const notes = [
      plan.note,
      hintOf(plan, survey, suggestedField),
      countryHint(plan, survey, plans),
      encodingHint(survey),
      unknownHint(plan, plans),
    ].filter((note) => note !== undefined);
    return {
      ...plan,
      ...(notes.length > 0 && { note: notes.join('; ') }),
      ...(suggestedField !== undefined && { suggestedField }),
      samples: survey.samples,
    };
  });

const NAMED = /^(?:name|firstName|lastName|domain|startedAt)$/;
const REACHED = /^(?:emails|phones|linkedinUrl|email$|phone\.|personId$)/;

/**
 * Throws an ImportInputError if the columns of a file are hardly understood: fewer than half of them fill
 * fields, and those are not two of a name (or the time of a call), an id, and a way to reach people, which
 * must be one of them if another column looks like it; or they are none of these. Blank columns do not count.
 *
 * @param likelier what else the rows of a file with some columns may be
 */
export const assertColumnsUnderstood = (
  file: string,
  columns: readonly ColumnReport[],
  likelier: (header: readonly string[]) => string | undefined,
): void => {
  const given = columns.filter(({ as, samples }) => as !== 'skipped' && samples.length > 0);
  const fields = given.flatMap(({ field }) => field ?? []);
  if (given.length === 0 || fields.some((field) => field.startsWith('entries.'))) return;
  const known = [NAMED, REACHED, /^id$/].filter((pattern) => fields.some((field) => pattern.test(field)));
  const isHalfKnown = fields.length * 2 >= given.length;
  // Names without a way to reach anybody, which only columns in an unknown language have.
  const losesReach =
    !fields.some((field) => REACHED.test(field)) &&
    given.some(({ suggestedField = '' }) => REACHED.test(suggestedField));
  if (isHalfKnown ? known.length > 0 : known.length >= 2 && !losesReach) return;
  const unknown = given.filter(({ field }) => field === null).map(({ column }) => `"${column}"`);
  const other = likelier(columns.map(({ column }) => column));
  throw new ImportInputError(
    `${file}: ${unknown.length} of ${given.length} columns fill no field, and too few of the others tell ` +
      'whom a row is about: a name, an id, and an email address, phone number or LinkedIn address. ' +
      (other === undefined
        ? `Map the columns that do: ${unknown.slice(0, 10).join(', ')}.`
        : `They look like columns of ${other}: import the file as ${other}.`),
  );
};

/**
 * Throws an ImportInputError if a column that may forbid calls would be stored as text, or one that may mark
 * deleted records: the people in it would be called. An empty column says nothing.
 */
export const assertMarksUsed = (file: string, columns: readonly ColumnReport[]): void => {
  const unused = columns.filter(({ as, samples }) => as === 'customField' && samples.length > 0);
  for (const [path, looks, effect, isMark] of [
    [
      'doNotCall',
      'a do-not-call column',
      'forbid calls',
      ({ column }: ColumnReport) => looksLikeCallPermission(column),
    ],
    [
      'deleted',
      'a column of deleted records',
      'delete any',
      ({ column, samples }: ColumnReport) => looksLikeDeletion(column, samples),
    ],
  ] as const) {
    const marks = unused.filter(isMark).map(({ column }) => column);
    if (marks.length === 0) continue;
    throw new ImportInputError(
      `${file}: ${marks.map((column) => `"${column}"`).join(', ')} ` +
        `${marks.length === 1 ? 'looks' : 'look'} like ${looks}, but would not ${effect}. ` +
        `Map it to "${path}", or to "customFields.${marks[0]}" to keep it as text.`,
    );
  }
};
