import type { ComponentChildren } from 'preact';
import type { Company, Person } from '../../api/types.ts';
import type { Fact } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { MailLink, PhoneLink } from './contact-links.tsx';
import { compareNaturally, locationText, phoneText } from './record-text.ts';

type Record = Person | Company;

const NONE = <span class="muted">none</span>;

/** Text, or “none”. */
export const textFact = (name: string, text: string | null): Fact => [name, text ?? NONE];

const lines = (texts: readonly ComponentChildren[]): ComponentChildren =>
  texts.length === 0
    ? NONE
    : texts.map((text, index) => (
        <span key={index} class="line">
          {text}
        </span>
      ));

/** The first text and the number of others, or “none”. */
export const firstOf = ([first, ...others]: readonly string[]): ComponentChildren => {
  if (first === undefined) return NONE;
  return others.length === 0 ? first : lines([first, <span class="muted">and {others.length} more</span>]);
};

export const emailsFact = ({ emails }: Person): Fact => [
  'Emails',
  lines(
    emails.map(({ address, type }) => (
      <>
        <MailLink address={address} /> {type !== null && <span class="muted">{type}</span>}
      </>
    )),
  ),
];

const phonesFact = (record: Record): Fact => [
  'Phones',
  lines(
    record.phones.map((phone) => {
      const { number, type, extension, doNotCall } = phone;
      return (
        <>
          <PhoneLink
            number={number}
            extension={extension}
            text={phoneText(phone)}
            doNotCall={doNotCall || record.doNotCall}
          />{' '}
          <span class="muted">{type}</span>
          {doNotCall && <strong> do not call</strong>}
        </>
      );
    }),
  ),
];

/** A link to a web address, which may lack its scheme. */
const webFact = (name: string, address: string | null): Fact => {
  if (address === null) return [name, NONE];
  const href = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return [
    name,
    <a key={name} class="anywhere" href={href} target="_blank" rel="noopener noreferrer">
      {address}
    </a>,
  ];
};

/** The facts on how to reach a person or company. */
export const contactFacts = (record: Record): readonly Fact[] => [
  phonesFact(record),
  ['Calls', record.doNotCall ? <strong key="calls">do not call</strong> : 'allowed'],
  textFact('Location', locationText(record.location)),
  textFact('Time zone', record.timezone),
  webFact('Website', record.websiteUrl),
  webFact('LinkedIn', record.linkedinUrl),
];

/** The facts on where a record comes from. */
export const sourceFacts = ({
  ownerId,
  tags,
  externalIds,
  createdAt,
  updatedAt,
  changedAt,
}: Record): readonly Fact[] => [
  textFact('Owner', ownerId),
  textFact('Tags', tags.join(', ') || null),
  ['External ids', lines(externalIds.map(({ source, id }) => `${source}:${id}`))],
  ['Created in the source', <Time key="created" at={createdAt} isExact />],
  ['Updated in the source', <Time key="updated" at={updatedAt} isExact />],
  ['Stored here', <Time key="changed" at={changedAt} isExact />],
];

/** The fields that only the source knows, by their name there. */
export const customFacts = ({ customFields }: Record): readonly Fact[] =>
  Object.entries(customFields)
    .toSorted(([one], [other]) => compareNaturally(one, other))
    .map(([name, value]) => [name, value === null || value === '' ? NONE : String(value)]);
