import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';

interface Fitting {
  readonly key: string;
  readonly name: string;
  /** Null if fitted from the start. */
  readonly fitted_at: string | null;
  /** Null if still fitted. */
  readonly removed_at: string | null;
}

/** The fitting history: devices of a vehicle, or vehicles of a device. */
export function Fittings({
  title,
  fittings,
}: {
  readonly title: string;
  readonly fittings: readonly Fitting[];
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const moment = (utc: string) => formatDateTime(Date.parse(utc), dates);
  if (fittings.length === 0) return null;
  return (
    <section className="resource-facts" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {fittings.map(({ key, name, fitted_at: from, removed_at: until }) => (
          <li key={key}>
            {name}
            <small>
              {t('vehicles.fitted', {
                from: from === null ? t('vehicles.fromFirst') : moment(from),
                until: until === null ? t('vehicles.untilNow') : moment(until),
              })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
