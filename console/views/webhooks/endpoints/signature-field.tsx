import type { Signature } from '../../../../shared/contract/webhooks/webhook-limits.ts';
import { Choices } from '../../../parts/choices.tsx';
import { Segments } from '../../../parts/segments.tsx';

const TEXTS = { hmac: 'Shared secret', ed25519: 'Public key' } as const satisfies Record<Signature, string>;

interface SignatureFieldProps {
  readonly value: Signature;
  readonly onChange: (value: Signature) => void;
}

/** How deliveries are signed. */
export const SignatureField = ({ value, onChange }: SignatureFieldProps) => (
  <Choices
    label="Signature"
    hint="With a public key (Ed25519), the receiver stores no secret."
    parameter="signature"
  >
    <Segments legend="Signature" options={TEXTS} value={value} onChange={onChange} />
  </Choices>
);
