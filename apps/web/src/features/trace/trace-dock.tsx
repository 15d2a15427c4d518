import type { TracePoint } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import { later } from '../../ui/later/later.tsx';
import { cx, look, row } from '../../ui/look/look.ts';
import type { TraceMark } from '../../ui/map/trace-layers.ts';
import type { Signal } from '../../ui/signal.ts';
import { useAddress } from '../../ui/use-address.ts';
import { PointsTable } from './points-table.tsx';
import styles from './trace-dock.module.css';
import type { Playback } from './trace-playback.ts';
import { Player } from './trace-player.tsx';
import { EventList, StopList } from './trace-stops-events.tsx';
import { Tabs } from './trace-tabs.tsx';
import type { MomentRange, TraceEvent, TraceStop } from './use-trace.ts';

// Load the chart library when the chart is first opened.
const { Part: SpeedChart } = later(
  async () => (await import('../../ui/chart/speed-chart.tsx')).SpeedChart,
  <div />,
);

const { Part: TraceSensors } = later(
  async () => (await import('./trace-sensors.tsx')).TraceSensors,
  <div />,
);

type PanelKey = 'chart' | 'sensors' | 'points' | 'stops' | 'events';

interface SensorsOf {
  readonly vehicleId: number | null;
  readonly registration: string;
  readonly range: MomentRange | null;
}

interface TraceContent {
  readonly points: readonly TracePoint[];
  readonly stops: readonly TraceStop[];
  readonly events: readonly TraceEvent[];
  readonly playback: Playback;
  readonly hover: Signal<TracePoint | null>;
  readonly display: Display;
  /** Whose sensors, and when. */
  readonly sensors: SensorsOf;
  readonly onMark: (mark: Pick<TraceMark, 'kind' | 'index'>) => void;
}

/** The content of the chosen tab. */
function Panel({
  panel,
  points,
  stops,
  events,
  playback,
  hover,
  display,
  sensors,
  onMark,
}: TraceContent & { readonly panel: PanelKey }) {
  const { t } = useTranslation();
  const { unit, dates } = display;
  return (
    <>
      {panel === 'chart' && points.length === 0 && (
        <p className={look({ paddingY: 6, paddingX: 4, tone: 'quiet' })}>{t('trace.noPoints')}</p>
      )}
      {panel === 'chart' && points.length > 0 && (
        <SpeedChart
          points={points}
          unit={unit}
          dates={dates}
          position={playback.position}
          hover={hover}
          onPick={(timeMs) => playback.seek(timeMs)}
        />
      )}
      {panel === 'sensors' && (
        <TraceSensors {...sensors} points={points} playback={playback} display={display} />
      )}
      {panel === 'points' && <PointsTable points={points} playback={playback} display={display} />}
      {panel === 'stops' && (
        <StopList
          stops={stops}
          display={display}
          onChoose={(index) => onMark({ kind: 'stop', index })}
        />
      )}
      {panel === 'events' && (
        <EventList
          events={events}
          display={display}
          onChoose={(index) => onMark({ kind: 'event', index })}
        />
      )}
    </>
  );
}

/**
 * Below the map: the playback, and tabs for chart, sensors, points, stops and events; a sheet on a phone.
 */
export function TraceDock(content: TraceContent) {
  const { display, events, playback, points, stops } = content;
  const { t } = useTranslation();
  const [address] = useAddress();
  const [panel, setPanel] = useState<PanelKey>(address.panel === 'sensors' ? 'sensors' : 'chart');
  const [isOpen, setIsOpen] = useState(true);
  return (
    <section
      className={isOpen ? cx(styles.traceDock, styles.open) : styles.traceDock}
      aria-label={t('trace.panels')}
    >
      <Player playback={playback} stops={stops} display={display} />
      <div
        className={cx(
          row({
            align: 'center',
            justify: 'between',
            paddingRight: 2,
            paddingLeft: 4,
            paddingY: 0,
            borderBottom: true,
          }),
          styles.dockHead,
        )}
      >
        <Tabs<PanelKey>
          label={t('trace.panels')}
          chosen={panel}
          onChoose={(key) => {
            setPanel(key);
            setIsOpen(true);
          }}
          tabs={[
            { key: 'chart', label: t('trace.panel.chart') },
            { key: 'sensors', label: t('trace.panel.sensors') },
            { key: 'points', label: t('trace.panel.points'), count: points.length },
            { key: 'stops', label: t('trace.panel.stops'), count: stops.length },
            { key: 'events', label: t('trace.panel.events'), count: events.length },
          ]}
        />
        <Button
          kind="icon"
          className={styles.dockFold}
          aria-expanded={isOpen}
          aria-controls="tab-panel"
          aria-label={t('trace.fold')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none">
            <path d="m6 9 6 6 6-6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </Button>
      </div>
      <div
        id="tab-panel"
        className={cx(look({ minHeight: 0, overflow: 'hidden' }), styles.tracePanel)}
        role="tabpanel"
        aria-labelledby={`tab-${panel}`}
        hidden={!isOpen}
      >
        <Panel {...content} panel={panel} />
      </div>
    </section>
  );
}
