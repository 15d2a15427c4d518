import { formatSpeed, formatTime, type TracePoint } from '@roadworthy/domain';
import { useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import type { Display } from '../../ui/display.ts';
import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { later } from '../../ui/later/later.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import type { Signal } from '../../ui/signal.ts';
import styles from './clip-dock.module.css';
import { ClipNotes } from './clip-notes.tsx';
import { ClipPhotos } from './clip-photos.tsx';
import { type Clip, isPicturesOnly, recordPhotos } from './clip-state.ts';
import type { ClipPlayback } from './player/clip-playback.ts';
import type { useClipTrail } from './use-clip-trail.ts';

// Load the chart library when the chart is first opened.
const { Part: SpeedChart } = later(
  async () => (await import('../../ui/chart/speed-chart.tsx')).SpeedChart,
);

type Panel = 'chart' | 'events' | 'pictures' | 'notes';
type Trail = ReturnType<typeof useClipTrail>;

/** The index of the last event before the playback position; -1 before the first. */
function useCurrent(events: Trail['events'], playback: ClipPlayback): number {
  return useSyncExternalStore(playback.state.watch, () => {
    const { timeMs } = playback.state.get();
    return events.findLastIndex(({ timestamp }) => Date.parse(timestamp) <= timeMs);
  });
}

function Events({
  events,
  playback,
  display: { dates, unit, locale },
}: {
  readonly events: Trail['events'];
  readonly playback: ClipPlayback;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const current = useCurrent(events, playback);
  if (events.length === 0)
    return (
      <p className={look({ paddingY: 6, paddingX: 4, tone: 'quiet' })}>{t('trace.noEvents')}</p>
    );
  return (
    <ul className={cx(look({ margin: 0, padding: 0, list: true }), styles.clipEvents)}>
      {events.map(({ id, event, timestamp, speed }, index) => (
        <li key={id} aria-current={index === current ? 'step' : undefined}>
          <Button kind="bare" onClick={() => playback.seek(Date.parse(timestamp))}>
            <EventIcon eventCode={event.eventCode} />
            <strong>{nameOf(event)}</strong>
            <span>{formatSpeed(speed, unit, locale)}</span>
            <span>{formatTime(Date.parse(timestamp), dates, true)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Count({ of }: { readonly of: readonly unknown[] }) {
  return (
    <span
      className={look({
        paddingY: 0,
        paddingX: 2,
        tone: 'text',
        size: 'small',
        weight: 'medium',
        ground: 'quiet',
        radius: 'pill',
      })}
    >
      {of.length}
    </span>
  );
}

/** Below the video: the synchronised speed chart, the events, stills, notes and facts. */
export function ClipDock({
  clip,
  nameOfCamera,
  trail: { points, events },
  playback,
  hover,
  display,
}: {
  readonly clip: Clip;
  readonly nameOfCamera: (camera: number) => string;
  readonly trail: Trail;
  readonly playback: ClipPlayback;
  readonly hover: Signal<TracePoint | null>;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [panel, setPanel] = useState<Panel>('chart');
  // A clip with only photos shows them above.
  const stills = isPicturesOnly(clip) ? [] : recordPhotos(clip);
  const panels: readonly Panel[] =
    stills.length === 0 ? ['chart', 'events', 'notes'] : ['chart', 'events', 'pictures', 'notes'];
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = panels[panels.indexOf(panel) + (by ?? 0)];
    if (by === undefined || next === undefined) return;
    event.preventDefault();
    setPanel(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <section
      data-part="clip-dock"
      className={cx(stack({ columns: 'one', ground: 'surface', borderTop: true }), styles.clipDock)}
      aria-label={t('historic.panels')}
    >
      <div
        className={cx(
          row({ gap: 1, paddingY: 0, paddingX: 4, borderBottom: true }),
          styles.clipTabs,
        )}
        role="tablist"
        aria-label={t('historic.panels')}
        onKeyDown={onKeyDown}
      >
        {panels.map((one) => (
          <Button
            key={one}
            role="tab"
            id={`${id}-${one}`}
            kind="bare"
            className={styles.clipTab}
            aria-selected={one === panel}
            aria-controls={`${id}-panel`}
            tabIndex={one === panel ? 0 : -1}
            onClick={() => setPanel(one)}
          >
            {t(`historic.panel.${one}`)}
            {one === 'events' && <Count of={events} />}
            {one === 'pictures' && <Count of={stills} />}
          </Button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        className={cx(
          look({ minHeight: 0, overflow: 'auto' }),
          styles.clipPanel,
          styles[`is-${panel}`],
        )}
        role="tabpanel"
        aria-labelledby={`${id}-${panel}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long content scrolls by keyboard
        tabIndex={0}
      >
        {panel === 'chart' && points.length === 0 && (
          <p className={look({ paddingY: 6, paddingX: 4, tone: 'quiet' })}>
            {t('historic.emptyTrail')}
          </p>
        )}
        {panel === 'chart' && points.length > 0 && (
          <SpeedChart
            points={points}
            unit={display.unit}
            dates={display.dates}
            position={playback.position}
            hover={hover}
            onPick={(timeMs) => playback.seek(timeMs)}
          />
        )}
        {panel === 'events' && <Events events={events} playback={playback} display={display} />}
        {panel === 'pictures' && <ClipPhotos pictures={stills} nameOfCamera={nameOfCamera} />}
        {panel === 'notes' && <ClipNotes clip={clip} />}
      </div>
    </section>
  );
}
