import type { Company, Person } from '../../api/types.ts';
import type { Fact } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';

const NONE = <span class="muted">none</span>;

/** Text, or “none”. */
export const textFact = (name: string, text: string | null): Fact => [name, text ?? NONE];

const listFact = (name: string, texts: readonly string[]): Fact => [
  name,
  texts.length === 0
    ? NONE
    : texts.map((text) => (
        <span key={text} class="line">
          {text}
        </span>
      )),
];

/** The facts that people and companies share. */
export const recordFacts = ({
  phones,
  externalIds,
  updatedAt,
  changedAt,
}: Person | Company): readonly Fact[] => [
  listFact(
    'Phones',
    phones.flatMap(({ number, raw }) => number ?? raw ?? []),
  ),
  listFact(
    'External ids',
    externalIds.map(({ source, id }) => `${source}:${id}`),
  ),
  ['Updated in the source', <Time key="updated" at={updatedAt} isExact />],
  ['Stored here', <Time key="changed" at={changedAt} isExact />],
];

export const emailsFact = ({ emails }: Person): Fact =>
  listFact(
    'Emails',
    emails.map(({ address }) => address),
  );
