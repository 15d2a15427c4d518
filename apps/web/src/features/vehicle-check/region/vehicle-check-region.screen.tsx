import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { DateFilter } from '../../../ui/date-field/date-field.tsx';
import { readDay, today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { column, cx, look, stack } from '../../../ui/look/look.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import depotStyles from '../depot/depot.module.css';
import { useCheckList } from '../depot/use-list.ts';
import { ChecksTrend } from '../figures/checks-trend.tsx';
import { Tiles } from '../figures/vehicle-check-figures-tiles.tsx';
import { LoadFault } from '../load-fault.tsx';
import { Surveys } from '../survey/vehicle-check-survey.tsx';
import { FIGURES } from '../vehicle-check-keys.ts';
import type { CheckArea } from '../vehicle-check-place.ts';
import { DepotCard, DepotCardLoading } from './depot-card.tsx';
import styles from './region.module.css';

/** Refresh interval, because figures change with each report. */
const REFRESH_MS = 60_000;

/** Figures of a region and each of its depots on a day; the server determines today. */
function useRegionFigures(id: number, date: string | undefined) {
  const request = { params: { id }, query: date === undefined ? {} : { date } };
  const depots = useQuery({
    queryKey: [FIGURES, 'region-depots', id, date],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.vehicleCheck.regionDepots({ ...request, signal }),
  });
  const region = useQuery({
    queryKey: [FIGURES, 'region', id, date],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.vehicleCheck.regionFigures({ ...request, signal }),
  });
  return { depots, region };
}

function DayField({
  day,
  onChange,
}: {
  readonly day: string | null;
  readonly onChange: (day: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useDisplay().dates;
  const now = today(timeZone);
  return (
    <DateFilter
      label={t('vehicleCheck.day')}
      max={now}
      value={day ?? now}
      onChange={(value) => {
        if (value !== '') onChange(value === now ? undefined : value);
      }}
    />
  );
}

/** The audits first in their area: the surveys of all depots of the region (requirement L-P05). */
function RegionSurveys({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const asking = useCheckList('audit_survey');
  return (
    <section
      className={cx(
        look({
          minWidth: 0,
          overflow: 'hidden',
          ground: 'surface',
          border: 'line',
          radius: 'large',
        }),
        styles.regionSurveys,
      )}
      aria-label={t('vehicleCheck.list.SRV')}
    >
      <h2>{t('vehicleCheck.list.SRV')}</h2>
      <Surveys
        place={{ kind: 'region', id }}
        asking={{ ...asking, list: { ...asking.list, type: 'SRV' } }}
      />
    </section>
  );
}

/**
 * Screen /vehiclecheck/region/{id}: the totals of the region, and a card for each of its depots
 * (requirements L-01, L-P02).
 */
export function RegionScreen({ area, id }: { readonly area: CheckArea; readonly id: number }) {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress();
  const day = readDay(address.date);
  const { depots, region } = useRegionFigures(id, day ?? undefined);
  const failed = depots.isError ? depots : region.isError ? region : null;
  const list = depots.data?.depots;
  return (
    <div
      className={cx(
        'region',
        column({ height: 'full', overflowY: 'auto' }),
        depotStyles.checkStage,
      )}
    >
      <header className="stage-head">
        <PageTitle title={depots.data?.region.name ?? t('vehicleCheck.title')} />
        <span className="stage-count" role="status">
          {list === undefined ? '' : t('vehicleCheck.depotCount', { count: list.length })}
        </span>
        <DayField day={day} onChange={(date) => setAddress({ date })} />
      </header>
      {failed !== null && list === undefined ? (
        <LoadFault error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <div className={cx(stack({ columns: 'one', gap: 4, padding: 4 }), depotStyles.checkBody)}>
          {area === 'audit_survey' && <RegionSurveys id={id} />}
          {region.isError && region.data === undefined ? (
            <LoadFault error={region.error} onRetry={() => void region.refetch()} />
          ) : (
            <Tiles
              area={area}
              place={{ kind: 'region', id }}
              figures={region.data}
              label={t('vehicleCheck.figures')}
            />
          )}
          {region.data !== undefined && <ChecksTrend trend={region.data.trend} />}
          <h2>{t('vehicleCheck.depots')}</h2>
          {list?.length === 0 && (
            <p className={look({ tone: 'quiet' })}>{t('vehicleCheck.noDepots')}</p>
          )}
          <ul
            className={cx(stack({ gap: 4, margin: 0, padding: 0, list: true }), styles.depotCards)}
            aria-busy={list === undefined}
          >
            {list === undefined
              ? [0, 1, 2].map((n) => <DepotCardLoading key={n} />)
              : list.map((depot) => <DepotCard key={depot.id} area={area} depot={depot} />)}
          </ul>
        </div>
      )}
    </div>
  );
}
