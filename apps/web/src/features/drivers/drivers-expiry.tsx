import { formatDate, toApiDate } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import styles from './drivers.module.css';
import { expiryState } from './drivers.ts';

const SIGNS = { expired: '✕', soon: '!' } as const;

/** The expiry date of a document, with an icon and a word if it is past or near. */
export function Expiry({ day }: { readonly day: string | null }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  if (day === null) return <>–</>;
  const state = expiryState(day, toApiDate(Date.now(), dates.timeZone));
  const text = formatDate(Date.parse(`${day}T00:00:00Z`), { ...dates, timeZone: 'UTC' });
  if (state === 'valid')
    return (
      <span data-part="expiry" data-state={state} className={look({ nowrap: true, numeric: true })}>
        {text}
      </span>
    );
  return (
    <span
      data-part="expiry"
      data-state={state}
      className={cx(look({ nowrap: true, numeric: true }), styles[`expiry-${state}`])}
    >
      {text}
      <span className={styles['expiry-mark']}>
        <span aria-hidden="true">{SIGNS[state]}</span> {t(`drivers.${state}`)}
      </span>
    </span>
  );
}
