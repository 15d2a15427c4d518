import { formatDateTime } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Signature } from './pad-options.ts';
import { SignatureDialog } from './signature-dialog.tsx';
import './signature.css';

export type { Signature } from './pad-options.ts';

/** Requirement P-147. */
const SIGNED_FORMAT = { dateFormat: 'DD/MM/YYYY', timeFormat: 'HH:mm' } as const;

/** When it was signed, with the zone that is meant (requirements P-118, P-147). */
function signedText(dateMs: number, timeZone: string | null): string {
  const named = new Intl.DateTimeFormat('en-GB', {
    timeZoneName: 'short',
    ...(timeZone === null ? {} : { timeZone }),
  }).formatToParts(dateMs);
  const zone = named.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${formatDateTime(dateMs, { ...SIGNED_FORMAT, timeZone })} ${zone}`.trim();
}

/** What stands in the box and under it (requirements P-116 to P-121, P-138). */
export interface SignatureSectionProps {
  readonly title?: string;
  /** "Sign Here" where nothing is said. */
  readonly boxText?: string;
  /** Below the empty box; "Click to Sign" where nothing is said. */
  readonly prompt?: string;
  readonly isEnabled?: boolean;
  /** A data URL that has just been drawn, or the address of a kept signature; null before signing. */
  readonly value: string | null;
  readonly name?: string;
  readonly companyName?: string;
  /** When it was signed, ms since 1970 UTC; shown in the zone, the browser's where it is null. */
  readonly dateMs?: number | null;
  readonly timeZone?: string | null;
  /** Whether the overlay asks for a name. */
  readonly asksName?: boolean;
  readonly onSign: (signature: Signature) => void;
}

/** The foot of the box: who, and when; or how to begin. */
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

/** A box with a signature; a click on it brings up the pad (requirements P-116 to P-138, OP-034). */
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
