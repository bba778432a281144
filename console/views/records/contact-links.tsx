interface MailLinkProps {
  readonly address: string;
}

/** An email address that opens a new message. */
export const MailLink = ({ address }: MailLinkProps) => (
  // An address may contain characters that would start other parts of the link.
  <a class="anywhere" href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`}>
    {address}
  </a>
);

interface PhoneLinkProps {
  /** In E.164; `null` if it could not be read. */
  readonly number: string | null;
  readonly extension?: string | null;
  readonly text: string;
  /** Shows a number that must not be called as text. */
  readonly doNotCall?: boolean;
}

/** A phone number that can be called with a click, if it is known and may be called. */
export const PhoneLink = ({ number, extension = null, text, doNotCall = false }: PhoneLinkProps) => {
  if (number === null || doNotCall) return <>{text}</>;
  const parameter = extension !== null && /^\d+$/.test(extension) ? `;ext=${extension}` : '';
  return (
    <a class="nowrap" href={`tel:${number}${parameter}`}>
      {text}
    </a>
  );
};
