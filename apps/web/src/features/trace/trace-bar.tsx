import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import { RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import partsStyles from './parts.module.css';
import styles from './trace.module.css';
import { Summary } from './trace-summary.tsx';
import type { Trace } from './use-trace.ts';

/**
 * The vehicle, its days and the totals of the trail, with the buttons for video and GPX.
 *
 * @param startMs the start of a requested video; undefined without a position
 * @param onDownload null without points
 */
export function TraceBar({
  vehicleId,
  registration,
  range,
  trace,
  startMs,
  onDownload,
}: {
  readonly vehicleId: number | null;
  readonly registration: string;
  readonly range: string;
  readonly trace: Trace | null;
  readonly startMs: () => number | undefined;
  readonly onDownload: (() => void) | null;
}) {
  const { t } = useTranslation();
  const display = useDisplay();
  return (
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
        <RequestVideoButton vehicle={{ id: vehicleId, registration }} startMs={startMs} />
      )}
      <Button disabled={onDownload === null} onClick={() => onDownload?.()}>
        {t('trace.gpx')}
      </Button>
    </section>
  );
}
