import { formatNumber } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../ui/display.ts';
import { cx, stack } from '../../../ui/look/look.ts';
import { ChecksTrend } from '../figures/checks-trend.tsx';
import {
  FleetLink,
  type PlaceFigures,
  percentOf,
} from '../figures/vehicle-check-figures-tiles.tsx';
import { addressOfPlace, type CheckArea } from '../vehicle-check-place.ts';
import styles from './region.module.css';

/** The counts of a card with the vehicles that they open, in the order of requirement L-P02. */
const COUNTS = [
  ['vehicles', 'vehicles', 'all'],
  ['checkedToday', 'checked_today', 'checked'],
  ['missing', 'missing_checks', 'missing'],
  ['damages', 'open_damages', 'damaged'],
  ['offRoad', 'off_road', 'off_road'],
] as const;

const CARD = cx(
  stack({
    relative: true,
    gap: 3,
    content: 'start',
    padding: 4,
    ground: 'surface',
    border: 'line',
    radius: 'large',
  }),
  styles.depotCard,
);

/** The place of a card while the depots load. */
export function DepotCardLoading() {
  return <li data-part="depot-card" className={cx(CARD, styles.waiting)} aria-hidden="true" />;
}

/** A depot with its counts, which open their vehicles; the rest of the card opens the depot (requirement L-P02). */
export function DepotCard({
  area,
  depot,
}: {
  readonly area: CheckArea;
  readonly depot: PlaceFigures;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <li data-part="depot-card" className={CARD}>
      <h3>
        <Link to={addressOfPlace(area, { kind: 'depot', id: depot.id })}>{depot.name}</Link>
      </h3>
      <dl>
        {COUNTS.map(([key, field, fleet]) => (
          <div key={key}>
            <dt>{t(`vehicleCheck.tile.${key}`)}</dt>
            <dd>
              <FleetLink
                area={area}
                place={{ kind: 'depot', id: depot.id }}
                day={depot.end_date}
                fleet={fleet}
              >
                {formatNumber(depot[field], locale)}
              </FleetLink>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('vehicleCheck.tile.doneRate')}</dt>
          <dd>{percentOf(depot.done_rate, locale)}</dd>
        </div>
      </dl>
      <ChecksTrend trend={depot.trend} isSmall />
    </li>
  );
}
