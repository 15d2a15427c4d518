import type { TracePoint } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { useVehicleGroups, vehicleOf } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { cx, stack } from '../../ui/look/look.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';
import type { MapFocus } from '../../ui/map/trace-map.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchButton } from '../../ui/search-button.tsx';
import { Signal } from '../../ui/signal.ts';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import { placeOfMark } from './mark-texts.ts';
import styles from './trace.module.css';
import { TraceBar } from './trace-bar.tsx';
import { TraceDock } from './trace-dock.tsx';
import { saveGpx } from './trace-gpx.ts';
import { TraceMessage } from './trace-message.tsx';
import { TraceSidebar } from './trace-sidebar.tsx';
import { TraceStage } from './trace-stage.tsx';
import { useMatchedPoints } from './use-matched-points.ts';
import { usePlayback } from './use-playback.ts';
import { type MomentRange, type Trail, useTrace } from './use-trace.ts';
import { momentOfAddress, useVehicleDays } from './use-vehicle-days.ts';

const NO_TRACE = { points: [], stops: [], events: [] } as const;

/** The loaded trail, and what is shown of it: its points are matched to roads if selected. */
function useShownTrail(vehicleId: number | null, moments: MomentRange | null) {
  const query = useTrace(vehicleId, moments);
  const trace = query.isError || vehicleId === null ? null : query.trace;
  const isLoading = query.isFetching && (query.isPending || query.isPlaceholderData);
  const config = usePlatformConfig();
  const matching = useMatchedPoints(vehicleId, moments, config.data?.map.can_match ?? false);
  const shown = useMemo<Trail>(
    () => (trace === null ? NO_TRACE : { ...trace, points: matching.points ?? trace.points }),
    [trace, matching.points],
  );
  return { query, trace, isLoading, matching, shown };
}

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
  const { t } = useTranslation();
  const display = useDisplay();
  const { dates } = display;
  const { vehicleId, days, moments, setVehicle, setDays } = useVehicleDays(!isSingle);
  const { query, trace, isLoading, matching, shown } = useShownTrail(vehicleId, moments);
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
        <TraceBar
          vehicleId={vehicleId}
          registration={registration}
          range={range}
          trace={trace}
          startMs={() => playback.position.get()?.timeMs}
          onDownload={shown.points.length === 0 ? null : download}
        />
        <TraceStage
          trail={shown}
          playback={playback}
          hover={hover}
          focus={focus}
          isLoading={isLoading}
          onMark={goTo}
        >
          <TraceMessage
            hasVehicle={vehicleId !== null}
            error={query.error}
            isEmpty={trace !== null && !isLoading && shown.points.length === 0}
            days={days}
            onRetry={() => void query.refetch()}
            onDays={setDays}
          />
        </TraceStage>
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
