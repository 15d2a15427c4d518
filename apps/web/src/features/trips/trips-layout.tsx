import type { TracePoint } from '@roadworthy/domain';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx';
import { DayPicker } from '../../ui/day-picker/day-picker.tsx';
import type { Display } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { NearestTownNote } from '../../ui/nearest-town-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { usePlatformConfig } from '../../ui/use-platform-config.ts';
import partsStyles from '../trace/parts.module.css';
import styles from './trips.module.css';
import { TripsMap } from './trips-map.tsx';

const NO_POINTS: readonly TracePoint[] = [];

type MapProps = ComponentProps<typeof TripsMap>;
type Days = ComponentProps<typeof DayPicker>['value'];

/**
 * The layout of both trip screens: sidebar, map, tools and table.
 *
 * @param title the vehicle, or the number of vehicles; the days follow it
 * @param sidebar follows the pickers of days
 * @param subtitle follows title and days above the table
 */
export function TripsLayout<Row>({
  title,
  days,
  setDays,
  display,
  sidebar,
  foot,
  map: { points = NO_POINTS, ...map },
  subtitle,
  tools,
  table,
}: {
  readonly title: string;
  readonly days: Days;
  readonly setDays: (days: Days) => void;
  readonly display: Display;
  readonly sidebar: ReactNode;
  readonly foot: ReactNode;
  readonly map: Pick<MapProps, 'rows' | 'hasStops' | 'focus'> & {
    readonly points: MapProps['points'] | undefined;
  };
  readonly subtitle?: ReactNode;
  readonly tools: ReactNode;
  readonly table: Omit<ComponentProps<typeof DataTable<Row>>, 'label'>;
}) {
  const { t } = useTranslation();
  const config = usePlatformConfig();
  const { dateFormat } = display.dates;
  const from = formatDay(days.from, dateFormat);
  const range = days.from === days.to ? from : `${from} – ${formatDay(days.to, dateFormat)}`;
  return (
    <SidebarScreen
      label={t('trips.filter')}
      summary={`${title} · ${range}`}
      sidebar={
        <>
          <DayPicker value={days} onChange={setDays} />
          <DateRangePicker value={days} onChange={setDays} />
          {sidebar}
        </>
      }
      foot={foot}
    >
      <PageTitle title={t('destination.trips')} isHidden />
      <div
        className={cx(stack({ columns: 'one', height: 'full', ground: 'surface' }), styles.trips)}
      >
        <div
          data-part="trace-stage"
          className={cx(look({ relative: true, minHeight: 0 }), partsStyles.traceStage)}
        >
          {config.data !== undefined && (
            <TripsMap basemap={config.data.map} points={points} display={display} {...map} />
          )}
        </div>
        <div
          className={cx(
            row({
              align: 'center',
              gap: 4,
              paddingY: 2,
              paddingX: 4,
              borderTop: true,
              borderBottom: true,
            }),
            styles.tripsTools,
          )}
        >
          <p data-part="trace-who" className={cx(stack({ rigid: true }), partsStyles.traceWho)}>
            <strong>{title}</strong>
            <span>{range}</span>
            {subtitle}
            <NearestTownNote />
          </p>
          {tools}
        </div>
        <DataTable id="trips" label={t('destination.trips')} {...table} />
      </div>
    </SidebarScreen>
  );
}
