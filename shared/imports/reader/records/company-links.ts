import { touchRecords } from '../../../records/retention/record-touches.ts';
import { isDeleted } from '../../../table/items/versions.ts';
import { type CompanyReference, emptyDraft, type RecordDraft } from '../drafts/record-draft.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { ImportRun } from '../run/import-run.ts';
import { createCompanySearch } from './company-search.ts';
import type { IdentifiedRow } from './merge-rows.ts';
import { COMPANIES, identify, type RecordKind } from './record-kinds.ts';
import { storeRecords } from './store-records.ts';

const warn = ({ rows }: IdentifiedRow, value: string, reason: string): void => {
  rows[0]?.warnings.push({ field: 'companyId', value, reason });
};

/** `the domain "nowhere.example" or the name "Nowhere Inc."` */
const described = ({ domain, name }: CompanyReference): string =>
  [domain === null ? [] : `the domain "${domain}"`, name === null ? [] : `the name "${name}"`]
    .flat()
    .join(' or ');

/** A company of which nothing is known but how a person names it. */
const stubOf = (company: CompanyReference, { source }: ImportRun): RecordDraft => {
  const draft = { ...emptyDraft(), company, sourceId: company.sourceId };
  if (draft.sourceId !== null) draft.externalIds.push({ source, id: draft.sourceId });
  if (company.domain !== null) draft.values['domain'] = company.domain;
  if (company.name !== null) draft.values['name'] = company.name;
  return draft;
};

/**
 * Links people to their companies while a file of people is imported. A person whose row names the company
 * only by domain or name gets its id. Companies that are not stored are created, or cause a warning.
 */
export const createCompanyLinks = (file: string, kind: RecordKind, run: ImportRun) => {
  if (!kind.references.some(([field]) => field === 'companyId')) return undefined;
  const { dryRun } = run;
  const search = createCompanySearch(run);
  /** Companies that exist for sure. */
  const known = new FingerprintIndex();

  /** The id of the company that a person names; undefined if there is none. */
  const find = (person: IdentifiedRow): string | undefined => {
    const { company, values } = person.draft;
    if (typeof values['companyId'] === 'string') return values['companyId'];
    const named = company.domain ?? company.name;
    if (named === null) return undefined;
    const found = search.find(company);
    if (typeof found === 'object') return found.id;
    if (found === 'several') {
      warn(person, named, `several companies have ${described(company)}`);
    } else if (run.isCreatingCompanies === true) {
      return identify(stubOf(company, run), COMPANIES, run).id;
    } else {
      warn(person, named, `no company has ${described(company)} (--create-companies creates it)`);
    }
    return undefined;
  };

  const missingOf = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const unknown = ids.filter((id) => !known.has(id) && dryRun?.wouldExist(id) !== true);
    const keys = unknown.map((id) => COMPANIES.keyOf(run.organizationId, id));
    const items = await run.reader.getMany(keys, { consistentRead: true });
    for (const item of items) {
      if (isDeleted(item)) continue;
      const id = String(item['id']);
      known.add(id);
      // An earlier attempt of this step created it, unless the file of companies did.
      if (run.files.companies === undefined && run.marks.outcomeOf(item) === 'created') {
        run.report.companiesCreatedForPeople += 1;
      }
      // Otherwise `--delete-missing` would delete it, and the next import create it again.
      if (run.isCreatingCompanies === true) run.read?.add({ kind: 'companies', id });
    }
    if (run.marksTouches) await touchRecords(run.writer, items);
    return new Set(unknown.filter((id) => !known.has(id)));
  };

  const createStubs = async (stubs: readonly IdentifiedRow[]): Promise<void> => {
    await storeRecords(stubs, COMPANIES, run, {
      // Another import may have stored the company meanwhile, and knows more than its name.
      isOnlyCreating: true,
      done: ({ id, draft, rows }, outcome) => {
        known.add(id);
        run.read?.add({ kind: 'companies', id });
        if (outcome !== 'created') return;
        run.report.companiesCreatedForPeople += 1;
        for (const { line } of rows) {
          run.onStoredRow?.({
            kind: 'companies',
            file,
            line,
            id,
            source: run.source,
            sourceId: draft.sourceId,
          });
        }
      },
      // A stub has the row of its person.
      rejected: (stub, reason) => warn(stub, described(stub.draft.company), reason),
    });
  };

  return async (people: readonly IdentifiedRow[]): Promise<void> => {
    const references = new Map<IdentifiedRow, string>();
    const named = people.filter(({ draft }) => typeof draft.values['companyId'] !== 'string');
    await search.load(named.map(({ draft }) => draft.company));
    for (const person of people) {
      const id = find(person);
      if (id === undefined) continue;
      person.draft.values['companyId'] = id;
      references.set(person, id);
    }
    const missing = await missingOf([...new Set(references.values())]);
    const stubs = new Map<string, IdentifiedRow>();
    for (const [person, id] of references) {
      if (!missing.has(id) || stubs.has(id)) continue;
      if (run.isCreatingCompanies === true) {
        stubs.set(id, {
          id,
          draft: stubOf(person.draft.company, run),
          aliases: [],
          isFurther: false,
          rows: person.rows.slice(0, 1),
        });
      } else {
        const reason =
          `the person refers to a company that is not stored, ${id} (import it, or use ` +
          '--create-companies)';
        warn(person, person.draft.company.sourceId ?? id, reason);
      }
    }
    await createStubs([...stubs.values()]);
  };
};
