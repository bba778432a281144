import { optionalString, requiredString } from '../../table/items/attributes.ts';
import type { RowContext } from '../cells/field-rules.ts';
import { type CompanyReference, emptyDraft } from '../rows/record-draft.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { ImportRun } from '../run/import-run.ts';
import { CompanyDirectory, type FoundCompany } from './company-directory.ts';
import type { IdentifiedRow } from './plan-record.ts';
import { COMPANIES } from './record-kinds.ts';
import type { PendingWrite } from './record-transactions.ts';
import { storeRecords } from './store-records.ts';

/** What links people to their companies while a file of people is imported. */
export interface CompanyLinks {
  /** Gives people whose row names their company only by domain or name the company's id. */
  link(people: readonly IdentifiedRow[]): Promise<void>;
  /** Warns of (or creates) companies that are not stored, but referred to by a person that is about to be. */
  checkReferences(writes: readonly PendingWrite[]): Promise<void>;
}

const warn = ({ rows }: IdentifiedRow, value: string, reason: string): void => {
  rows[0]?.warnings.push({ field: 'companyId', value, reason });
};

/** `the domain "nowhere.example" or the name "Nowhere Inc."` */
const described = ({ domain, name }: CompanyReference): string =>
  [domain === null ? [] : `the domain "${domain}"`, name === null ? [] : `the name "${name}"`]
    .flat()
    .join(' or ');

const search = (
  directory: CompanyDirectory,
  { domain, name }: CompanyReference,
  { idOf, source }: RowContext,
): FoundCompany => {
  const find = (field: 'domain' | 'name', value: string | null): FoundCompany => {
    if (value === null) return 'none';
    const found = directory.find(field, value);
    if (found !== 'several') return found;
    // The one that has no other identity, so that a repeated import links to what it created.
    const id = idOf('company', source, field, value.toLowerCase());
    return directory.has(id) ? { id } : found;
  };
  const byDomain = find('domain', domain);
  return byDomain === 'none' ? find('name', name) : byDomain;
};

/** Reads the directory of all companies that are stored, or would be by now in a dry run. */
const readCompanyDirectory = async (run: ImportRun): Promise<CompanyDirectory> => {
  const directory = run.dryRun?.companies ?? new CompanyDirectory(run.context.idOf);
  for await (const items of run.readCompanies()) {
    for (const item of items) {
      const id = requiredString(item, 'id');
      if (run.dryRun?.hasChanged(id) === true) continue;
      directory.add({ id, domain: optionalString(item, 'domain'), name: optionalString(item, 'name') });
    }
  }
  return directory;
};

/** A company of which nothing is known but how a person names it. */
const stubOf = (id: string, person: IdentifiedRow, { context }: ImportRun): IdentifiedRow => {
  const { company } = person.draft;
  const draft = { ...emptyDraft(), company, sourceId: company.sourceId };
  if (draft.sourceId !== null) draft.externalIds.push({ source: context.source, id: draft.sourceId });
  if (company.domain !== null) draft.values['domain'] = company.domain;
  if (company.name !== null) draft.values['name'] = company.name;
  return { id, draft, rows: person.rows.slice(0, 1) };
};

/** The id that a company without an id of its own has in a file of companies. */
const naturalId = ({ domain, name }: CompanyReference, { idOf, source }: RowContext): string =>
  domain === null
    ? idOf('company', source, 'name', (name ?? '').toLowerCase())
    : idOf('company', source, 'domain', domain.toLowerCase());

/** @param file the name of the file that the people are read from */
export const createCompanyLinks = (file: string, run: ImportRun): CompanyLinks => {
  const { context, dryRun } = run;
  let directory: Promise<CompanyDirectory> | undefined;
  /** Companies that exist for sure. */
  const known = new FingerprintIndex();

  const missingOf = async (ids: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    const unknown = [...ids].filter((id) => !known.has(id) && dryRun?.wouldExist(id) !== true);
    const keys = unknown.map((id) => COMPANIES.keyOf(run.organizationId, id));
    for (const item of await run.reader.getMany(keys, { consistentRead: true }))
      known.add(String(item['id']));
    return new Set(unknown.filter((id) => !known.has(id)));
  };

  const createStubs = async (stubs: ReadonlyMap<string, IdentifiedRow>): Promise<void> => {
    const named = await directory;
    await storeRecords([...stubs.values()], COMPANIES, run, {
      done: ({ id, draft, rows }) => {
        const { company, sourceId } = draft;
        run.tally.companiesCreatedForPeople += 1;
        known.add(id);
        named?.add({ id, ...company });
        for (const { line } of rows) {
          run.onStoredRow({ kind: 'companies', file, line, id, source: context.source, sourceId });
        }
      },
      rejected: ({ id, draft }, reason) => {
        const person = stubs.get(id);
        if (person !== undefined) warn(person, described(draft.company), reason);
      },
    });
  };

  return {
    async link(people) {
      const stubs = new Map<string, IdentifiedRow>();
      for (const person of people) {
        const { company, values } = person.draft;
        if (typeof values['companyId'] === 'string' || (company.domain ?? company.name) === null) continue;
        directory ??= readCompanyDirectory(run);
        const found = search(await directory, company, context);
        if (typeof found === 'object') {
          values['companyId'] = found.id;
        } else if (found === 'several') {
          warn(person, company.domain ?? company.name ?? '', `several companies have ${described(company)}`);
        } else if (run.isCreatingCompanies) {
          const id = naturalId(company, context);
          values['companyId'] = id;
          if (!stubs.has(id)) stubs.set(id, stubOf(id, person, run));
        } else {
          const reason = `no company has ${described(company)} (--create-companies creates it)`;
          warn(person, company.domain ?? company.name ?? '', reason);
        }
      }
      const missing = await missingOf(new Set(stubs.keys()));
      await createStubs(new Map([...stubs].filter(([id]) => missing.has(id))));
    },
    async checkReferences(writes) {
      const references = new Map<IdentifiedRow, string>();
      for (const { row, item, stored } of writes) {
        const id = item['companyId'];
        if (typeof id === 'string' && id !== stored?.['companyId']) references.set(row, id);
      }
      const missing = await missingOf(new Set(references.values()));
      const stubs = new Map<string, IdentifiedRow>();
      for (const [person, id] of references) {
        if (!missing.has(id)) continue;
        const { sourceId } = person.draft.company;
        if (run.isCreatingCompanies) {
          if (!stubs.has(id)) stubs.set(id, stubOf(id, person, run));
        } else {
          const reason = `the person refers to a company that is not stored, ${id} (import it, or use --create-companies)`;
          warn(person, sourceId ?? id, reason);
        }
      }
      await createStubs(stubs);
    },
  };
};
