import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import {
  type Enforcement,
  enforceOnHolders,
  enforceOnRecent,
  recently,
} from '../../../records/suppression/enforce-suppressions.ts';
import {
  addSuppressions,
  liftSuppressions,
  listVersion,
  readSuppressions,
  type Suppressions,
} from '../../../records/suppression/suppression-list.ts';
import {
  addressTarget,
  bannedTargets,
  type Callable,
  numberTarget,
  recordTarget,
  type Target,
  targetsOf,
} from '../../../records/suppression/suppression-targets.ts';
import { existing } from '../../../table/items/versions.ts';
import type { Item } from '../../../table/reader.ts';
import { isCallable, type RecordDraft } from '../drafts/record-draft.ts';
import type { ImportRun } from '../run/import-run.ts';
import { mergeDraft, withoutBlanks } from './merge-draft.ts';
import type { IdentifiedRow } from './merge-rows.ts';
import type { RecordKind } from './record-kinds.ts';

type Draft = Pick<RecordDraft, 'typed' | 'values'>;

const objectsIn = (draft: Draft, field: 'phones' | 'emails'): readonly Readonly<Record<string, unknown>>[] =>
  (draft.typed[field]?.values ?? []).filter((value) => typeof value === 'object' && value !== null) as never;

/** The numbers and addresses that a row gives. */
export const targetsOfDraft = (draft: Draft): readonly Target[] => [
  ...objectsIn(draft, 'phones').flatMap(({ number }) =>
    typeof number === 'string' ? [numberTarget(number)] : [],
  ),
  ...objectsIn(draft, 'emails').flatMap(({ address }) =>
    typeof address === 'string' ? [addressTarget(address)] : [],
  ),
];

const bansNumber = ({ doNotCall }: Readonly<Record<string, unknown>>): boolean => doNotCall === true;

/** What a row that is not imported still forbids. */
const bansOfRejected = (draft: Draft, id: string | undefined): readonly Target[] => {
  if (draft.values['doNotCall'] === true) {
    return [...(id === undefined ? [] : [recordTarget(id)]), ...targetsOfDraft(draft)];
  }
  return objectsIn(draft, 'phones').flatMap((phone) =>
    bansNumber(phone) && typeof phone['number'] === 'string' ? [numberTarget(phone['number'])] : [],
  );
};

/** What the suppression list says of some rows. */
export interface BanList {
  readonly version: number;
  readonly isListed: (target: Target) => boolean;
}

/** Reads what the list says of some rows, and of the records that they are of. */
export const readBans = (
  { reader, organizationId }: Pick<ImportRun, 'reader' | 'organizationId'>,
  rows: readonly Pick<IdentifiedRow, 'id' | 'draft'>[],
): Promise<Suppressions> => {
  const targets = rows.flatMap(({ id, draft }) => [recordTarget(id), ...targetsOfDraft(draft)]);
  return readSuppressions(reader, organizationId, targets);
};

/** Fields in which a row names whom it bans, and the ban. */
const SUPPRESSION_FIELD = /^(?:doNotCall|phones|emails)(?:\.|$)/;

/** Whether a row only says that numbers or addresses must not, or may, be called. */
export const isSuppression = ({
  fields,
  id,
  sourceId,
  fullName,
  values,
  parts,
  typed,
  customFields,
  externalIds,
}: RecordDraft): boolean =>
  typeof values['doNotCall'] === 'boolean' &&
  id === null &&
  sourceId === null &&
  fullName === null &&
  externalIds.length === 0 &&
  Object.keys(parts).length === 0 &&
  Object.keys(values).every((field) => field === 'doNotCall') &&
  [...customFields.values()].every((value) => value === undefined) &&
  [...fields].every((field) => SUPPRESSION_FIELD.test(field)) &&
  Object.values(typed).some((each) => each.values.length > 0);

/**
 * The bans that an import brings, and those that hold for its rows. They are on the list before the rows of
 * their window are stored, so a number that is banned is never stored as one that may be called.
 */
export class ImportBans {
  readonly #run: ImportRun;
  readonly #started = recently();
  /** Bans of rejected rows, which wait for the next window. */
  #waiting: Target[] = [];
  /** What this import has put on the list, or would have in a dry run. */
  readonly #added = new Set<Target>();
  readonly #lifted = new Set<Target>();
  #version: number | undefined;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  get #change() {
    const { organizationId, source, actor } = this.#run;
    return { organizationId, source: sourceKeyOf(source), actor };
  }

  #enforcement(targets: readonly Target[]): Enforcement {
    return { organizationId: this.#run.organizationId, targets, isSilent: this.#run.isSilent };
  }

  get #table() {
    return { reader: this.#run.reader, writer: this.#run.writer };
  }

  /** Notes the bans of a row that is not imported. */
  noteRejected(draft: Draft, id: string | undefined): void {
    this.#waiting.push(...bansOfRejected(draft, id));
  }

  /** Puts targets on the list. Returns those that were not on it. */
  async #add(targets: readonly Target[]): Promise<readonly Target[]> {
    if (targets.length === 0) return [];
    let added = targets.filter((target) => !this.#added.has(target));
    if (this.#run.dryRun === undefined) {
      const { changed, version } = await addSuppressions(this.#table, this.#change, added);
      this.#version = version;
      added = [...changed];
    } else {
      const list = await readSuppressions(this.#run.reader, this.#run.organizationId, added);
      added = added.filter((target) => list.entryOf(target) === undefined);
    }
    for (const target of added) {
      this.#added.add(target);
      this.#lifted.delete(target);
    }
    this.#run.report.bansAdded += added.length;
    return added;
  }

  async #lift(targets: readonly Target[]): Promise<readonly Target[]> {
    if (targets.length === 0) return [];
    const source = sourceKeyOf(this.#run.source);
    let lifted = targets;
    if (this.#run.dryRun === undefined) {
      const { changed, version } = await liftSuppressions(this.#table, this.#change, targets);
      this.#version = version;
      lifted = changed;
    } else {
      const list = await readSuppressions(this.#run.reader, this.#run.organizationId, targets);
      lifted = targets.filter((target) => list.entryOf(target)?.sources.every((each) => each === source));
    }
    for (const target of lifted) this.#lifted.add(target);
    this.#run.report.bansLifted += lifted.length;
    return lifted;
  }

  /** Lists the bans of rejected rows, and changes the records that have them. */
  async flush(): Promise<void> {
    const added = await this.#add(this.#waiting.splice(0));
    if (this.#run.dryRun === undefined) await enforceOnHolders(this.#table, this.#enforcement(added));
  }

  /**
   * Lists what rows ban, and lifts what they allow. A row allows what it says so of itself, if it is its own
   * ban, and if its source has listed it.
   *
   * @param read the result of {@link readBans}
   * @returns the list that holds for the rows, and what was added and lifted
   */
  async prepare(
    rows: readonly IdentifiedRow[],
    kind: RecordKind,
    stored: ReadonlyMap<unknown, Item>,
    read: Suppressions,
  ): Promise<BanList & { readonly added: readonly Target[]; readonly lifted: readonly Target[] }> {
    const { version } = read;
    if (!kind.isCallable) return { version, isListed: () => false, added: [], lifted: [] };
    const source = sourceKeyOf(this.#run.source);
    const listed = (target: Target): boolean => read.entryOf(target)?.sources.includes(source) === true;
    const bans: Target[] = [];
    const permissions: Target[] = [];
    for (const { id, draft } of rows) {
      const item = existing(stored.get(id));
      const given = draft.values['doNotCall'];
      const phones = objectsIn(draft, 'phones');
      if (given !== true && item === undefined && !phones.some(bansNumber)) continue;
      const record = item === undefined ? undefined : kind.fromItem(item);
      const before = record !== undefined && isCallable(record) ? record : undefined;
      const merged = mergeDraft(
        this.#run.isKeepingBlank === true ? withoutBlanks(draft) : draft,
        before ?? kind.emptyRecord(id, ''),
      ) as unknown as Callable;
      bans.push(
        ...bannedTargets(merged).filter((target) =>
          given === true ? !listed(target) : read.entryOf(target) === undefined,
        ),
      );
      if (given === false && before?.doNotCall === true && listed(recordTarget(id))) {
        permissions.push(...targetsOf(before), ...targetsOf(merged));
      }
      const blocked = new Set(
        before?.phones.filter(({ doNotCall }) => doNotCall).map(({ number }) => number),
      );
      for (const { number, doNotCall } of draft.typed['phones']?.types === 'all' ? phones : []) {
        if (given === true || doNotCall !== false || typeof number !== 'string' || !blocked.has(number))
          continue;
        if (listed(numberTarget(number))) permissions.push(numberTarget(number));
      }
    }
    // What one row forbids, no other row of the window allows.
    const forbidden = new Set([...bans, ...this.#waiting]);
    const lifted = await this.#lift([...new Set(permissions)].filter((target) => !forbidden.has(target)));
    const added = await this.#add([...bans, ...this.#waiting.splice(0)]);
    const isStale = this.#version !== undefined && this.#version !== read.version;
    const list = isStale ? await readBans(this.#run, rows) : read;
    const isListed = (target: Target): boolean =>
      this.#run.dryRun === undefined
        ? list.entryOf(target) !== undefined
        : this.#added.has(target) || (list.entryOf(target) !== undefined && !this.#lifted.has(target));
    return { version: list.version, isListed, added, lifted };
  }

  /** What rows of numbers and addresses alone put on the list or take from it. */
  async suppress(rows: readonly Pick<IdentifiedRow, 'draft'>[]): Promise<ReadonlySet<Target>> {
    const of = (isBanned: boolean): readonly Target[] => [
      ...new Set(
        rows.flatMap(({ draft }) => (draft.values['doNotCall'] === isBanned ? targetsOfDraft(draft) : [])),
      ),
    ];
    const bans = of(true);
    const lifted = await this.#lift(of(false).filter((target) => !bans.includes(target)));
    const added = await this.#add(bans);
    return new Set([...added, ...lifted]);
  }

  /** Changes the records that have what was added or lifted. Returns what no record has. */
  async enforce(added: readonly Target[], lifted: readonly Target[]): Promise<ReadonlySet<Target>> {
    const isDryRun = this.#run.dryRun !== undefined;
    await enforceOnHolders(this.#table, { ...this.#enforcement(lifted), isLifting: true, isDryRun });
    const { unmatched } = await enforceOnHolders(this.#table, { ...this.#enforcement(added), isDryRun });
    return new Set(unmatched);
  }

  /** Whether the list has changed since it was read for rows that are stored now. */
  async hasChangedSince({ version }: BanList): Promise<boolean> {
    if (this.#run.dryRun !== undefined) return false;
    return (await listVersion(this.#run.reader, this.#run.organizationId)) !== version;
  }

  /** Changes what was written so shortly before its ban that the lookups did not list it yet. */
  async finish(): Promise<void> {
    await this.flush();
    if (this.#run.dryRun !== undefined || this.#added.size === 0) return;
    await enforceOnRecent(this.#table, this.#enforcement([...this.#added]), this.#started);
  }
}
