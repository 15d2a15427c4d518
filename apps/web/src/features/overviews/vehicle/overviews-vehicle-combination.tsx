import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { placeText } from '../../../ui/known-text.ts';
import { row } from '../../../ui/look/look.ts';
import { StateBadge } from '../../tracking/tracking-state-badge.tsx';
import type { VehicleOverview } from './overviews-vehicle-sections.tsx';

/**
 * The trailers of a vehicle, or the vehicle of a trailer. A trailer without a tracker has the state and the
 * place of its vehicle.
 */
export function useCombinationFacts({
  coupled_to: puller = null,
  trailers = [],
}: VehicleOverview): readonly (readonly [string, React.ReactNode])[] {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const facts: (readonly [string, React.ReactNode])[] = [];
  if (trailers.length > 0) {
    facts.push([
      t('page.trailers'),
      <span key="trailers" className={row({ gap: 2, wrap: true })}>
        {trailers.map((trailer) => (
          <VehicleLink key={trailer.id} vehicle={trailer} />
        ))}
      </span>,
    ]);
  }
  if (puller === null) return facts;
  const { coupled_at: since, registration, status } = puller;
  facts.push([
    t('page.coupledTo'),
    <span key="vehicle">
      <VehicleLink vehicle={puller} />{' '}
      {t('page.since', { moment: formatDateTime(Date.parse(since), dates) })}
    </span>,
  ]);
  if (status === null) return facts;
  const { address, state } = status;
  return [
    ...facts,
    [
      t('page.placeByCoupling', { registration }),
      <span key="place">
        <StateBadge state={state} />{' '}
        {state === 'private'
          ? t('track.private')
          : address === null
            ? t('track.never')
            : placeText(address, t, locale)}
      </span>,
    ],
  ];
}
