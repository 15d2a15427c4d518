import { cx, look } from '../../../ui/look/look.ts';
import styles from './timeline.module.css';
import type { Lane } from './use-recordings.ts';
import { type Span, shareAt } from './video-recorded-timeline-scale.ts';

/** Minimum drawn width of a span, so that short clips stay visible, as a fraction of the width. */
const LEAST_SHARE = 0.003;

function Bar({
  span,
  window,
  kind,
}: {
  readonly span: Span;
  readonly window: Span;
  readonly kind: 'device' | 'here' | 'coming';
}) {
  const from = Math.max(0, shareAt(window, span.startMs));
  const to = Math.min(1, shareAt(window, span.endMs));
  if (to < 0 || from > 1 || to < from) return null;
  return (
    <span
      data-part="lane-bar"
      data-kind={kind}
      className={cx(styles.laneBar, styles[`is-${kind}`])}
      style={{ left: `${from * 100}%`, width: `${Math.max(to - from, LEAST_SHARE) * 100}%` }}
    />
  );
}

/** The recordings of each camera within the window. */
export function Lanes({
  lanes,
  window,
}: {
  readonly lanes: readonly Lane[];
  readonly window: Span;
}) {
  return lanes.map(({ camera, onDevice, here, coming }) => (
    <div data-part="lane" key={camera} className={cx(look({ relative: true }), styles.lane)}>
      {onDevice.map((span) => (
        <Bar key={span.startMs} span={span} window={window} kind="device" />
      ))}
      {coming.map((span) => (
        <Bar key={span.request} span={span} window={window} kind="coming" />
      ))}
      {here.map((span) => (
        <Bar key={`${span.request}-${span.startMs}`} span={span} window={window} kind="here" />
      ))}
    </div>
  ));
}
