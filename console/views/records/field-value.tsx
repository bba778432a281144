import type { ComponentChildren } from 'preact';
import type { Field } from '../../../shared/kinds/fields.ts';
import { isolated } from '../../parts/isolated.ts';
import { formatNumber } from '../../parts/numbers.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import {
  durationText,
  isValues,
  phoneText,
  statusText,
  textOf,
  type Values,
} from '../../parts/record-text.ts';
import { Time } from '../../parts/time.tsx';
import type { RecordAddress } from '../../routing/record-paths.ts';
import { MailLink, PhoneLink } from './contact-links.tsx';
import { referenceOf } from './record-fields.ts';

export const NONE = <span class="muted">none</span>;

interface FieldValueProps {
  /** The name of the field. */
  readonly name: string;
  readonly field: Field;
  /** The record with the value. */
  readonly record: Values;
  /** The names of records that it refers to. */
  readonly recordName: (record: RecordAddress) => string;
  /** In a cell of a table: the first item of a list, and no links but to records. */
  readonly isShort?: boolean;
}

const lines = (texts: readonly ComponentChildren[]): ComponentChildren =>
  texts.map((text, index) => (
    <span key={index} class="line">
      {text}
    </span>
  ));

/** A link to a web address, which may lack its scheme. */
const webLink = (address: string) => (
  <a
    class="anywhere"
    href={/^https?:\/\//i.test(address) ? address : `https://${address}`}
    target="_blank"
    rel="noopener noreferrer"
  >
    {isolated(address)}
  </a>
);

/** An email address or a phone number, which opens a message or a call. */
const contactLink = (item: Values, isBanned: boolean): ComponentChildren => {
  const { address, number, extension, type, doNotCall } = item;
  return (
    <>
      {typeof address === 'string' ? (
        <MailLink address={address} />
      ) : (
        <PhoneLink
          number={textOf(number)}
          extension={textOf(extension)}
          text={phoneText(item)}
          doNotCall={doNotCall === true || isBanned}
        />
      )}{' '}
      <span class="muted">{textOf(type)}</span>
      {doNotCall === true && <strong> do not call</strong>}
    </>
  );
};

const itemOf = (item: unknown, record: Values, isShort: boolean): ComponentChildren => {
  if (!isValues(item) || !('address' in item || 'number' in item)) return textOf(item);
  return isShort
    ? (textOf(item['address']) ?? phoneText({ ...item, extension: null }))
    : contactLink(item, record['doNotCall'] === true);
};

/** The value of a declared field, or “none”. */
export const FieldValue = ({ name, field, record, recordName, isShort = false }: FieldValueProps) => {
  const value = record[name];
  const text = textOf(value);
  if (text === null) return NONE;
  const reference = referenceOf(name, value);
  if (reference !== undefined) return <RecordLink {...reference} text={recordName(reference)} />;
  switch (field.is) {
    case 'timestamp':
      return <Time at={text} isExact={!isShort} />;
    case 'web-address':
      return isShort ? text : webLink(String(value));
    case 'choice':
      return statusText(text);
    case 'seconds':
      return durationText(Number(value));
    case 'number':
    case 'integer':
      return formatNumber(Number(value));
    case 'uuid':
      return <code class="anywhere">{text}</code>;
    case 'boolean':
      return value === true && name === 'doNotCall' ? <strong>yes</strong> : text;
    case 'object':
      return <>{itemOf(value, record, isShort)}</>;
    case 'list': {
      const items = (Array.isArray(value) ? value : []).map((item) => itemOf(item, record, isShort));
      if (field.of.is === 'text') return text;
      if (!isShort) return <>{lines(items)}</>;
      const more = items.length - 1;
      return <>{more === 0 ? items[0] : lines([items[0], <span class="muted">and {more} more</span>])}</>;
    }
    default:
      return text;
  }
};
