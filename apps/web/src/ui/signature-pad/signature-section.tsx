import { formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signature } from './pad-options.ts';
import { SignatureDialog } from './signature-dialog.tsx';
import './signature.css';

export type { Signature } from './pad-options.ts';

/** Requirement P-147. */
const SIGNED_FORMAT = { dateFormat: 'DD/MM/YYYY', timeFormat: 'HH:mm' } as const;

/** Time of signing, with its time zone (requirements P-118, P-147). */
function signedText(dateMs: number, timeZone: string | null): string {
  const named = new Intl.DateTimeFormat('en-GB', {
    timeZoneName: 'short',
    ...(timeZone === null ? {} : { timeZone }),
  }).formatToParts(dateMs);
  const zone = named.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${formatDateTime(dateMs, { ...SIGNED_FORMAT, timeZone })} ${zone}`.trim();
}

/** Texts in and under the box (requirements P-116 to P-121, P-138). */
export interface SignatureSectionProps {
  readonly title?: string;
  /** Default "Sign Here". */
  readonly boxText?: string;
  /** Below the empty box; default "Click to Sign". */
  readonly prompt?: string;
  readonly isEnabled?: boolean;
  /** The data URL of a new drawing, or the address of a stored signature; null before signing. */
  readonly value: string | null;
  readonly name?: string;
  readonly companyName?: string;
  /** Time of signing, ms since 1970 UTC; shown in the zone, or in the browser's zone if null. */
  readonly dateMs?: number | null;
  readonly timeZone?: string | null;
  /** Whether the dialog has a name field. */
  readonly asksName?: boolean;
  readonly onSign: (signature: Signature) => void;
}

/** The footer of the box: signer and time, or how to sign. */
function Foot({
  prompt,
  value,
  name = '',
  companyName = '',
  dateMs,
  timeZone,
}: SignatureSectionProps) {
  const { t } = useTranslation();
  const who = [name, companyName].filter((text) => text !== '').join(', ');
  const isDated = dateMs !== undefined && dateMs !== null;
  const signed = isDated ? signedText(dateMs, timeZone ?? null) : t('signature.signed');
  return (
    <p className="signature-foot">
      {who !== '' && <strong>{who}</strong>}
      <span>{value === null ? (prompt ?? t('signature.click')) : signed}</span>
    </p>
  );
}

/** A box with a signature; a click opens the pad (requirements P-116 to P-138, OP-034). */
export function SignatureSection(props: SignatureSectionProps) {
  const { title, boxText, isEnabled = true, value, name = '', asksName = false, onSign } = props;
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="signature">
      {title !== undefined && <p className="signature-title">{title}</p>}
      <button
        type="button"
        className="signature-box"
        disabled={!isEnabled}
        onClick={() => setIsOpen(true)}
      >
        {value === null ? (
          <span>{boxText ?? t('signature.here')}</span>
        ) : (
          <img src={value} alt={t('signature.image')} />
        )}
      </button>
      <Foot {...props} />
      {isOpen && (
        <SignatureDialog
          title={title ?? t('signature.title')}
          value={value}
          firstName={name}
          asksName={asksName}
          onSign={onSign}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
