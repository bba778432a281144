import * as z from 'zod';
import { isTimeZone } from '../domain/fields.ts';
import { parseHours, WEEKDAYS } from './hours.ts';

const textSchema = z.string().min(1).max(500);
const dateSchema = z.iso.date({ error: 'must be a date such as 2026-01-31' });
const timeZonesSchema = z
  .array(z.string().refine(isTimeZone, { error: 'must be an IANA time zone name such as America/New_York' }))
  .min(1);

const sourceSchema = z.strictObject({
  title: textSchema,
  url: z.url(),
  /** When it was read; null if it is cited by other sources. */
  checked: dateSchema.nullable(),
});

const inYear = {
  month: z.int().min(1).max(12),
  /** The years that have the holiday. @default all */
  years: z.literal('even').optional(),
};
const dayOfMonth = z.int().min(1).max(31);

const holidaySchema = z.strictObject({
  name: textSchema,
  date: z.union(
    [
      z.strictObject({ ...inYear, day: dayOfMonth }),
      z.strictObject({ ...inYear, weekday: z.enum(WEEKDAYS), onOrAfter: dayOfMonth }),
      z.strictObject({ daysAfterEaster: z.int().min(-100).max(100) }),
    ],
    'must be {month, day}, {month, weekday, onOrAfter} or {daysAfterEaster}',
  ),
});
export type Holiday = z.infer<typeof holidaySchema>;

const ruleSchema = z.strictObject({
  citation: textSchema,
  sources: z.array(z.string()).min(1),
  /** `report` if only secondary sources tell the hours. */
  basis: z.enum(['law', 'report']),
  /** The first local date on which the rule applies; null if unknown, but past. */
  effectiveDate: dateSchema.nullable(),
  /** Such as `mon-fri 09:00-18:00`: when calls are allowed. Days that no text names have no calls. */
  hours: z
    .array(
      z.string().refine((text) => parseHours(text) !== undefined, {
        error: 'must be days and times such as `mon-fri 09:00-18:00` or `sun 12:00-21:00`',
      }),
    )
    .min(1),
  /** Holidays without calls. @default none */
  holidays: z.array(z.string()).optional(),
  /** The weekday that is a holiday too if one falls on a weekend. @default none */
  observed: z
    .strictObject({
      saturday: z.enum(['friday', 'monday']).optional(),
      sunday: z.literal('monday').optional(),
    })
    .optional(),
  note: textSchema.optional(),
});
export type CallingRule = z.infer<typeof ruleSchema>;

const regionSchema = z.strictObject({
  name: textSchema,
  /** Other names, as they may be in a location. */
  aliases: z.array(textSchema).optional(),
  /** Absent if they are those of its subdivisions, and different. */
  timeZones: timeZonesSchema.optional(),
  /** Whether its rules are incomplete without those of a subdivision. @default false */
  needsSubdivision: z.literal(true).optional(),
  /** Besides those of its country; null if they are not established. */
  rules: z.array(ruleSchema).nullable(),
});

const numbersSchema = z.strictObject({
  regions: z.array(z.string()).min(1),
  timeZones: timeZonesSchema,
  prefixes: z
    .array(z.string().regex(/^\+[1-9]\d{0,9}$/, 'must be the start of an E.164 number such as +1212'))
    .min(1),
});

const REGION_CODE = /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/;

const shapeSchema = z.strictObject({
  about: z.array(textSchema),
  sources: z.record(z.string(), sourceSchema),
  holidays: z.record(z.string(), holidaySchema),
  regions: z.record(
    z.string().regex(REGION_CODE, 'its name must be an ISO 3166 code such as US or US-FL'),
    regionSchema,
  ),
  numbersSource: z.string(),
  numbers: z.array(numbersSchema),
});

/** The hours in which calls are allowed: data, with its sources. `README.md` describes the format. */
export type CallingHoursTable = z.infer<typeof shapeSchema>;

type Path = readonly (string | number)[];

interface Problem {
  readonly path: Path;
  readonly message: string;
}

const unknownNames = (
  kind: string,
  known: object,
  path: Path,
  names: readonly string[] = [],
): readonly Problem[] =>
  names.flatMap((name, index) =>
    Object.hasOwn(known, name)
      ? []
      : [{ path: [...path, index], message: `names an unknown ${kind}, ${name}` }],
  );

const regionProblems = ({ sources, holidays, regions }: CallingHoursTable): readonly Problem[] =>
  Object.entries(regions).flatMap(([code, { rules }]) => {
    const path = ['regions', code];
    const country = code.slice(0, 2);
    return [
      ...(Object.hasOwn(regions, country) ? [] : [{ path, message: `needs the region ${country}` }]),
      ...(rules ?? []).flatMap((rule, index) => {
        const place = [...path, 'rules', index];
        return [
          ...unknownNames('source', sources, [...place, 'sources'], rule.sources),
          ...unknownNames('holiday', holidays, [...place, 'holidays'], rule.holidays),
        ];
      }),
    ];
  });

const numberProblems = ({
  sources,
  regions,
  numbers,
  numbersSource,
}: CallingHoursTable): readonly Problem[] => {
  const seen = new Set<string>();
  return [
    ...(Object.hasOwn(sources, numbersSource)
      ? []
      : [{ path: ['numbersSource'], message: `names an unknown source, ${numbersSource}` }]),
    ...numbers.flatMap((group, index) => [
      ...unknownNames('region', regions, ['numbers', index, 'regions'], group.regions),
      ...group.prefixes.flatMap((prefix, place) => {
        const isRepeated = seen.has(prefix);
        seen.add(prefix);
        const path = ['numbers', index, 'prefixes', place];
        return isRepeated ? [{ path, message: `repeats the prefix ${prefix}` }] : [];
      }),
    ]),
  ];
};

export const callingHoursTableSchema = shapeSchema.superRefine((table, context) => {
  for (const { path, message } of [...regionProblems(table), ...numberProblems(table)]) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});
