import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { useLocale } from '../../../ui/display.ts';
import { knownText, placeText } from '../../../ui/known-text.ts';
import { Part } from '../../records/record/records-record-part.tsx';
import { RecordPhotographs } from '../../records/record/records-record-photographs.tsx';
import { SeverityBadge } from '../../records/record/severity-badge.tsx';
import type { DriverCheck } from '../../records/record/use-record.ts';

const SECONDS_A_MINUTE = 60;

/** The duration of the check; one that was done too quickly is marked. */
function Duration({ check }: { readonly check: DriverCheck }) {
  const { t } = useTranslation();
  const { duration, is_short: isShort } = check;
  if (duration === null) return null;
  const minutes = Math.floor(duration / SECONDS_A_MINUTE);
  return (
    <p>
      {t('record.check.took', { minutes, seconds: duration % SECONDS_A_MINUTE })}{' '}
      {isShort && <span className="status-badge warn">{t('record.check.short')}</span>}
    </p>
  );
}

/** A driver check: driver, duration, findings, photos and signature. */
export function CheckRecord({ check }: { readonly check: DriverCheck }) {
  const { t } = useTranslation();
  const found = check.items.filter(({ ok }) => !ok);
  const { place, signature } = check;
  const locale = useLocale();
  return (
    <>
      <Part title={t('record.check')}>
        <p>
          {check.driver}
          {place !== null && (
            <span className="details-quiet"> · {placeText(place, t, locale)}</span>
          )}
        </p>
        <Duration check={check} />
        <p>
          <span className={`status-badge ${found.length === 0 ? 'good' : 'bad'}`}>
            {found.length === 0
              ? t('record.check.nil')
              : t('record.check.found', { count: found.length })}
          </span>{' '}
          <span className="details-quiet">
            {t('record.inOrder', { count: check.items.length - found.length })}
          </span>
        </p>
        <ul className="record-items">
          {found.map(({ name, severity, comment }) => (
            <li key={name}>
              <span className="record-item-head">
                <strong>{knownText(name, t)}</strong>
                {severity !== null && <SeverityBadge severity={severity} />}
              </span>
              {comment !== null && <span>{comment}</span>}
            </li>
          ))}
        </ul>
      </Part>
      <RecordPhotographs
        photographs={check.photos.map((address, n) => ({
          id: n + 1,
          caption: '',
          shows: 'finding' as const,
          address,
        }))}
      />
      {signature !== null && (
        <Part title={t('record.signature')}>
          <img className="record-signature" src={served(signature)} alt={t('record.signature')} />
          <p className="details-quiet">{check.signed_name}</p>
        </Part>
      )}
    </>
  );
}
