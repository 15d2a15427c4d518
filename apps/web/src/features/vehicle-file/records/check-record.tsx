import { useTranslation } from 'react-i18next';
import { served } from '../../../api/bases.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { useLocale } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { knownText, placeText } from '../../../ui/known-text.ts';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
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
      {isShort && <Badge tone="warn">{t('record.check.short')}</Badge>}
    </p>
  );
}

/** The vehicle and the trailers that were checked together with it. */
function Combination({ check: { combination = [] } }: { readonly check: DriverCheck }) {
  const { t } = useTranslation();
  if (combination.length === 0) return null;
  return (
    <p>
      {t('record.check.combination')}{' '}
      <span className={row({ gap: 2, wrap: true })}>
        {combination.map(({ id, reference_number: reference, vehicle }) => (
          <span key={id}>
            <VehicleLink vehicle={vehicle} /> ({reference})
          </span>
        ))}
      </span>
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
            <span className={look({ tone: 'quiet', size: 'small' })}>
              {' '}
              · {placeText(place, t, locale)}
            </span>
          )}
        </p>
        <Duration check={check} />
        <Combination check={check} />
        <p>
          <Badge tone={found.length === 0 ? 'good' : 'bad'}>
            {found.length === 0
              ? t('record.check.nil')
              : t('record.check.found', { count: found.length })}
          </Badge>{' '}
          <span className={look({ tone: 'quiet', size: 'small' })}>
            {t('record.inOrder', { count: check.items.length - found.length })}
          </span>
        </p>
        <ul
          className={cx(
            stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true }),
            styles.recordItems,
          )}
        >
          {found.map(({ name, severity, comment }) => (
            <li key={name}>
              <span className={row({ wrap: true, align: 'center', rowGap: 1, columnGap: 2 })}>
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
          <img
            className={cx(look({ border: 'line', radius: 'small' }), styles.recordSignature)}
            src={served(signature)}
            alt={t('record.signature')}
          />
          <p className={look({ tone: 'quiet', size: 'small' })}>{check.signed_name}</p>
        </Part>
      )}
    </>
  );
}
