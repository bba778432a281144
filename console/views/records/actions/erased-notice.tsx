import { CLEARED } from '../../../../shared/kinds/kinds.ts';
import type { ErasedPerson } from '../../../api/types.ts';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { formatCount, formatNumber } from '../../../parts/numbers.ts';
import { OutcomeLinks } from './outcome-links.tsx';

const TITLES: Readonly<Record<ErasedPerson['was'], string>> = {
  stored: 'The person is erased',
  deleted: 'The deleted person is erased',
  erased: 'The person was already erased; the erasure was repeated',
};

const daysText = (days: number | null): string => {
  if (days === null) return 'nothing';
  return `for up to ${formatCount(days, 'day')}`;
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const removedFacts = (erased: ErasedPerson): readonly Fact[] => [
  ['Call list entries, phone and note', formatNumber(erased.entries)],
  ...CLEARED.map(
    ({ plural, title }): Fact => [`${title}, what may name the person`, formatNumber(erased[plural])],
  ),
  ['Events in the feed', formatNumber(erased.events)],
  ['Pending deliveries, canceled', formatNumber(erased.cancelledDeliveries)],
  ['Recorded responses', formatNumber(erased.responses)],
  ['Exports, files deleted', formatNumber(erased.exports)],
];

/** What an erasure removed, and what remains for how long. */
export const ErasedNotice = ({ erased }: { readonly erased: ErasedPerson }) => (
  <>
    <section class="section outcome" aria-labelledby="removed">
      <h2 id="removed">{TITLES[erased.was]}</h2>
      <p class="lead">The data API responds with 404, and no collection contains the person. Also removed:</p>
      <Facts facts={removedFacts(erased)} />
    </section>
    <section class="section outcome" aria-labelledby="remaining">
      <h2 id="remaining">What remains, and for how long</h2>
      <Facts facts={erased.remaining.map(({ place, days }): Fact => [capitalized(place), daysText(days)])} />
      <p class="notice">
        Events that are being published now may be stored after this erasure: erase the person again in an
        hour.
      </p>
      <OutcomeLinks kind="people" id={erased.id} />
    </section>
  </>
);
