import { formatMoment, formatSpeed, type TracePoint } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { useVehicleGroups, vehicleOf } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';
import { type MapFocus, TraceMap } from '../../ui/map/trace-map.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchButton } from '../../ui/search-button.tsx';
import { Signal } from '../../ui/signal.ts';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import { placeOfMark, textsOfMark } from './mark-texts.ts';
import partsStyles from './parts.module.css';
import styles from './trace.module.css';
import { TraceDock } from './trace-dock.tsx';
import { saveGpx } from './trace-gpx.ts';
import { SpeedLegend } from './trace-legend.tsx';
import { TraceMessage } from './trace-message.tsx';
import { TraceSidebar } from './trace-sidebar.tsx';
import { Summary } from './trace-summary.tsx';
import { useMatchedPoints } from './use-matched-points.ts';
import { usePlayback } from './use-playback.ts';
import { marksOf, type Trace, useTrace } from './use-trace.ts';
import { momentOfAddress, useVehicleDays } from './use-vehicle-days.ts';

const NO_TRACE = { points: [], stops: [], events: [] } as const;

/**
 * The route of a vehicle: map, playback, chart, points, stops and events (M-08, M-09, M-P05).
 *
 * @param isSingle whether the vehicle is found by registration instead of in the fleet list
 */
export function TraceScreen({
  title,
  isSingle,
}: {
  readonly title: string;
  readonly isSingle: boolean;
}) {
  const { t, i18n } = useTranslation();
  const display = useDisplay();
  const { unit, dates, locale } = display;
  const { vehicleId, days, moments, setVehicle, setDays } = useVehicleDays(!isSingle);
  const query = useTrace(vehicleId, moments);
  const trace = query.isError || vehicleId === null ? null : query.trace;
  const isLoading = query.isFetching && (query.isPending || query.isPlaceholderData);
  const config = usePlatformConfig();
  const matching = useMatchedPoints(vehicleId, moments, config.data?.map.can_match ?? false);
  const shown = useMemo<Pick<Trace, 'points' | 'stops' | 'events'>>(
    () => (trace === null ? NO_TRACE : { ...trace, points: matching.points ?? trace.points }),
    [trace, matching.points],
  );
  const marks = useMemo(() => marksOf(shown), [shown]);
  const [{ startDate }] = useAddress();
  const playback = usePlayback(shown, momentOfAddress(startDate));
  const [hover] = useState(() => new Signal<TracePoint | null>(null));
  const [focus, setFocus] = useState<MapFocus | null>(null);
  const groups = useVehicleGroups().data ?? [];
  const registration =
    vehicleOf(groups, vehicleId)?.registration ?? trace?.vehicle.registration ?? '';

  const goTo = (mark: Pick<TraceMark, 'kind' | 'index'>) => {
    const place = placeOfMark(shown, mark);
    if (place === null) return;
    const { timeMs, latitudeDeg, longitudeDeg } = place;
    playback.seek(timeMs);
    if (latitudeDeg !== null && longitudeDeg !== null) setFocus({ latitudeDeg, longitudeDeg });
  };
  const download = () => {
    if (trace === null || moments === null) return;
    saveGpx(trace.vehicle, moments).catch(() => toast.error(t('trace.gpxFailed')));
  };
  const from = formatDay(days.from, dates.dateFormat);
  const range = days.from === days.to ? from : `${from} – ${formatDay(days.to, dates.dateFormat)}`;

  return (
    <SidebarScreen
      label={t('trace.filter')}
      summary={`${registration} · ${range}`}
      sidebar={
        <TraceSidebar
          isSingle={isSingle}
          vehicleId={vehicleId}
          registration={registration}
          days={days}
          matching={matching}
          onVehicle={setVehicle}
          onDays={setDays}
        />
      }
      foot={
        <SearchButton
          label={t('trace.search')}
          isDisabled={vehicleId === null || query.isFetching}
          onSearch={() => void query.refetch()}
        />
      }
    >
      <PageTitle title={title} isHidden />
      <div
        className={cx(stack({ columns: 'one', height: 'full', ground: 'surface' }), styles.trace)}
      >
        <section
          className={cx(
            row({ align: 'center', gap: 6, paddingY: 2, paddingX: 4, borderBottom: true }),
            styles.traceBar,
          )}
          aria-label={t('trace.summary')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, by keyboard too
          tabIndex={0}
        >
          <p data-part="trace-who" className={cx(stack({ rigid: true }), partsStyles.traceWho)}>
            <strong>{registration}</strong>
            <span>{range}</span>
          </p>
          <Summary trace={trace} display={display} />
          {vehicleId !== null && (
            <RequestVideoButton
              vehicle={{ id: vehicleId, registration }}
              startMs={() => playback.position.get()?.timeMs}
            />
          )}
          <Button disabled={shown.points.length === 0} onClick={download}>
            {t('trace.gpx')}
          </Button>
        </section>
        <div
          data-part="trace-stage"
          className={cx(look({ relative: true, minHeight: 0 }), partsStyles.traceStage)}
          aria-busy={isLoading}
        >
          {config.data !== undefined && (
            <TraceMap
              basemap={config.data.map}
              unit={unit}
              points={shown.points}
              marks={marks}
              position={playback.position}
              hover={hover}
              focus={focus}
              describe={({ speedKmh, timeMs }) => [
                formatSpeed(speedKmh, unit, locale),
                formatMoment(timeMs, dates),
              ]}
              describeMark={(mark) => textsOfMark(shown, mark, display, t, i18n.language)}
              onPick={({ timeMs }) => playback.seek(timeMs)}
              onMark={goTo}
            />
          )}
          {isLoading && (
            <div
              className={cx(look({ overflow: 'hidden', ground: 'accent' }), styles.traceProgress)}
              role="progressbar"
              aria-label={t('trace.loading')}
            />
          )}
          {shown.points.length > 0 && <SpeedLegend unit={unit} />}
          <TraceMessage
            hasVehicle={vehicleId !== null}
            error={query.error}
            isEmpty={trace !== null && !isLoading && shown.points.length === 0}
            days={days}
            onRetry={() => void query.refetch()}
            onDays={setDays}
          />
        </div>
        <TraceDock
          {...shown}
          playback={playback}
          hover={hover}
          display={display}
          sensors={{ vehicleId, registration, range: moments }}
          onMark={goTo}
        />
      </div>
    </SidebarScreen>
  );
}
