import { formatMoment, formatSpeed, type TracePoint } from '@roadworthy/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../ui/display.ts';
import { indexAt } from '../../ui/map/trail-place.ts';
import { compass } from '../tracking/tracking-display.ts';
import styles from './trace-dock.module.css';
import type { Playback } from './trace-playback.ts';

const ROW_HEIGHT = 32;
/** Often enough to highlight the current row. */
const FOLLOW_MS = 250;

/** The index of the point at the playback position, updated a few times a second. */
function useCurrentRow(playback: Playback, points: readonly TracePoint[]): number {
  const [row, setRow] = useState(() => indexAt(points, playback.state.get().timeMs));
  useEffect(() => {
    const read = () => setRow(indexAt(points, playback.state.get().timeMs));
    let timer: ReturnType<typeof setTimeout> | undefined;
    read();
    const end = playback.state.watch(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        read();
      }, FOLLOW_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [playback, points]);
  return row;
}

/** All points of a trail; only the visible rows are in the DOM (M-P05). */
export function PointsTable({
  points,
  playback,
  display: { unit, dates, locale },
}: {
  readonly points: readonly TracePoint[];
  readonly playback: Playback;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const current = useCurrentRow(playback, points);
  const virtual = useVirtualizer({
    count: points.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The header is sticky and takes the place of a row.
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    initialRect: { width: 1000, height: 400 },
  });
  useEffect(() => {
    if (!(scroll.current?.contains(document.activeElement) ?? false)) {
      virtual.scrollToIndex(Math.max(current, 0), { align: 'auto' });
    }
  }, [current, virtual]);
  const items = virtual.getVirtualItems();
  const before = Math.max((items[0]?.start ?? 0) - ROW_HEIGHT, 0);
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0) + ROW_HEIGHT;
  const ignitionText = (ignition: boolean | null) =>
    ignition === null ? t('track.unknown') : t(ignition ? 'trace.on' : 'trace.off');
  return (
    <div data-part="trace-table" ref={scroll} className={styles.traceTable}>
      <table aria-rowcount={points.length + 1}>
        <thead>
          <tr>
            <th scope="col" className="number">
              {t('trace.point')}
            </th>
            <th scope="col">{t('trace.at')}</th>
            <th scope="col" className="number">
              {t('track.speed')}
            </th>
            <th scope="col">{t('trace.ignition')}</th>
            <th scope="col">{t('track.heading')}</th>
            <th scope="col" className="number">
              {t('trace.latitude')}
            </th>
            <th scope="col" className="number">
              {t('trace.longitude')}
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr data-filler className={styles.filler}>
              <td colSpan={7} style={{ height: before }} />
            </tr>
          )}
          {items.map(({ index }) => {
            const point = points[index];
            return point === undefined ? null : (
              <tr
                key={index}
                tabIndex={0}
                aria-rowindex={index + 2}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => playback.seek(point.timeMs)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') playback.seek(point.timeMs);
                }}
              >
                <td className="number">{index + 1}</td>
                <td>{formatMoment(point.timeMs, dates)}</td>
                <td className="number">{formatSpeed(point.speedKmh, unit, locale)}</td>
                <td>{ignitionText(point.ignition)}</td>
                <td>{t(`compass.${compass(point.headingDeg)}`)}</td>
                <td className="number">{point.latitudeDeg.toFixed(5)}</td>
                <td className="number">{point.longitudeDeg.toFixed(5)}</td>
              </tr>
            );
          })}
          {after > 0 && (
            <tr data-filler className={styles.filler}>
              <td colSpan={7} style={{ height: after }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
