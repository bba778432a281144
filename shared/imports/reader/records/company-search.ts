import { setTimeout } from 'node:timers/promises';
import { timestampOf } from '../../../domain/timestamp.ts';
import { isSearchable, nameText } from '../../../domain/values/name-text.ts';
import { handOverTime, readTotal } from '../../../records/collections/collection.ts';
import { lookupPartitions } from '../../../records/lookups/lookup-keys.ts';
import { nameOfSortKey, searchedStart } from '../../../records/lookups/name-lookups.ts';
import { companyFromItem } from '../../../records/store/record-items.ts';
import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import { companyKey } from '../../../table/items/keys.ts';
import { existing } from '../../../table/items/versions.ts';
import { type PartitionsQuery, readMerged } from '../../../table/paging/merged-partitions.ts';
import type { CompanyReference, ImportedRecord } from '../drafts/record-draft.ts';
import { COMPANY_KEYS, type FoundCompany } from '../run/company-directory.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { ImportRun } from '../run/import-run.ts';
import { listChanges, listRecords } from './list-records.ts';

type Field = keyof typeof COMPANY_KEYS;

/** The lookups of companies with a value of each field, and the id in their sort keys. */
const LOOKUPS: Readonly<
  Record<
    Field,
    {
      readonly query: (organizationId: string, value: string) => PartitionsQuery;
      readonly idOf: (sortKey: string) => string;
      readonly hasLookups: (value: string) => boolean;
      /** Read units: of the lookups, of the company, and of one that has no other identity. */
      readonly cost: number;
    }
  >
> = {
  domain: {
    query: (organizationId, domain) => ({
      partitions: lookupPartitions(organizationId, 'COMPANY_DOMAIN', domain),
    }),
    idOf: (sortKey) => sortKey,
    hasLookups: () => true,
    cost: 2.5,
  },
  name: {
    query(organizationId, name) {
      const start = `${searchedStart(nameText(name))}\t`;
      const partitions = lookupPartitions(organizationId, 'COMPANY_NAME', start);
      return { partitions, from: start, to: `${start}g` };
    },
    idOf: (sortKey) => nameOfSortKey(sortKey).id,
    hasLookups: (name) => isSearchable(nameText(name)),
    cost: 6,
  },
};

/** Read units to list a stored company through the index of changes. */
const LISTING_COST = 0.55;

/** Companies of one name that are read at once, and values that are searched at once. */
const AT_ONCE = 16;

/** Lookups are as far behind at most, in milliseconds: twice what the alarm `lookups-behind` reports. */
const LOOKUPS_BEHIND = 600_000;

/** How long the index of changes may take to list a new company, in milliseconds. */
const INDEX_BEHIND = 3_000;

/**
 * Finds stored companies by the domains and names by which people name them, and those that this import has
 * written, or would have in a dry run. Reads lookups and the companies that changed lately; all companies
 * instead once that costs less than lookups of what the file names.
 */
export const createCompanySearch = (run: ImportRun) => {
  const { reader, organizationId, idOf, source, companies } = run;
  const searched = new FingerprintIndex();
  const startedAt = Date.now();
  let budget: number | undefined;
  let isComplete = false;
  let hasWaited = false;

  const idByValue = (field: Field, value: string): string =>
    idOf('company', source, field, COMPANY_KEYS[field](value));

  const find = ({ domain, name }: CompanyReference): FoundCompany => {
    const findBy = (field: Field, value: string | null): FoundCompany => {
      if (value === null) return 'none';
      const found = companies.find(field, value);
      if (found !== 'several') return found;
      // The one that has no other identity, so that a repeated import links to what it created.
      const id = idByValue(field, value);
      return companies.has(id) ? { id } : found;
    };
    const byDomain = findBy('domain', domain);
    return byDomain === 'none' ? findBy('name', name) : byDomain;
  };

  const add = (found: readonly ImportedRecord[]): void => {
    for (const company of found) if (run.dryRun?.hasChanged(company.id) !== true) companies.add(company);
  };
  const readAll = async (): Promise<void> => {
    for await (const found of listRecords(reader, organizationId, 'company')) add(found);
    isComplete = true;
  };
  const readChanges = async (since: string): Promise<void> => {
    for await (const found of listChanges(reader, organizationId, 'company', since)) add(found);
  };

  const readBy = async (field: Field, value: string): Promise<void> => {
    const { query, idOf: idIn } = LOOKUPS[field];
    let position: string | undefined;
    let ids = [idByValue(field, value)];
    do {
      const page = { ...query(organizationId, value), descending: false, limit: AT_ONCE, position };
      const lookups = (await readMerged(reader, page)).map(({ sk }) => String(sk));
      ids = [...new Set([...ids, ...lookups.slice(0, AT_ONCE).map(idIn)])];
      const keys = ids.map((id) => companyKey(organizationId, id));
      const items = await reader.getMany(keys, { consistentRead: true });
      add(items.filter(existing).map(companyFromItem));
      ids = [];
      position = lookups.length > AT_ONCE ? lookups[AT_ONCE - 1] : undefined;
    } while (position !== undefined && companies.find(field, value) !== 'several');
  };

  /** Whether all companies cost less than these lookups and those so far, or some have no lookup. */
  const mustReadAll = async (field: Field, values: readonly string[]): Promise<boolean> => {
    const isFirst = budget === undefined;
    budget ??= LISTING_COST * (await readTotal(reader, organizationId, 'company'));
    budget -= values.length * LOOKUPS[field].cost;
    if (budget <= 0 || !values.every(LOOKUPS[field].hasLookups)) return true;
    if (isFirst) await readChanges(timestampOf(new Date(startedAt - LOOKUPS_BEHIND)));
    return false;
  };

  /** Searches values that were not searched before. */
  const searchBy = async (field: Field, values: readonly (string | null)[]): Promise<void> => {
    if (isComplete) return;
    const unknown = values
      .filter((value) => value !== null)
      .filter((value) => searched.add(idOf('company', field, COMPANY_KEYS[field](value))));
    if (unknown.length === 0) return;
    if (await mustReadAll(field, unknown)) await readAll();
    else await forEachConcurrently(unknown, AT_ONCE, (value) => readBy(field, value));
  };

  return {
    find,
    /** Reads what {@link find} needs for these references. */
    async load(references: readonly CompanyReference[]): Promise<void> {
      const isMissing = (reference: CompanyReference) => find(reference) === 'none';
      const named = references.filter(({ domain, name }) => (domain ?? name) !== null);
      await searchBy(
        'domain',
        named.map(({ domain }) => domain),
      );
      await searchBy(
        'name',
        named.filter(isMissing).map(({ name }) => name),
      );
      if (isComplete || hasWaited || !named.some(isMissing)) return;
      hasWaited = true;
      await setTimeout(INDEX_BEHIND);
      await readChanges(handOverTime(timestampOf(new Date(startedAt))));
    },
  };
};
