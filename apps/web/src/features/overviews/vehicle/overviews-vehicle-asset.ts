import { formatNumber, isPowered } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { VehicleOverview } from './overviews-vehicle-sections.tsx';

/**
 * Whether the asset needs no tracker and has none: a trailer, tail lift or plant that never sent a
 * position. Its page shows no state and no journeys.
 */
export const isUntracked = ({ kind, status }: VehicleOverview): boolean =>
  !isPowered(kind) && status !== null && status.timestamp === null && status.state !== 'private';

/** Trailer number, axles, weights, owner and use; only those that are known. */
export function usePlateFacts(vehicle: VehicleOverview): [string, string][] {
  const { t, i18n } = useTranslation();
  const number = (value: number | null) =>
    value === null ? null : formatNumber(value, i18n.language);
  const {
    kind,
    tachograph: { article, reason },
  } = vehicle;
  const facts = [
    [t('vehicles.trailerNumber'), vehicle.trailer_number],
    [t('vehicles.axles'), number(vehicle.axles)],
    [t('vehicles.grossWeight'), number(vehicle.gross_weight_kg)],
    [t('vehicles.trainWeight'), number(vehicle.train_weight_kg)],
    [t('vehicles.owner'), vehicle.owner],
    [
      t('vehicles.internationalHaulage'),
      vehicle.is_international_haulage ? t('history.yes') : null,
    ],
    [
      t('vehicles.tachograph'),
      isPowered(kind) ? t(`vehicles.tachograph.${reason}`, { article }) : null,
    ],
  ] as const;
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]));
}
