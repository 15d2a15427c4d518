import type { Counter } from 'prom-client';
import type { Metrics } from '../platform/metrics/index.ts';

/** Metrics of the camera hub. */
export interface VideoMetrics {
  readonly refusedConnections: Counter<string>;
  readonly closedConnections: Counter<string>;
  readonly pictures: Counter<string>;
  readonly bytes: Counter<string>;
  /** Viewers that were too slow and skipped to the newest key frame. */
  readonly drops: Counter<string>;
  readonly orders: Counter<string>;
  /** FTP transfers, by result. */
  readonly uploads: Counter<string>;
}

/** @param sizes called when the metrics are read */
export function videoMetrics(
  metrics: Metrics,
  sizes: { readonly cameras: () => number; readonly viewers: () => number; links: () => number },
): VideoMetrics {
  metrics.gauge('video_cameras', 'Cameras that are watched', (gauge) => gauge.set(sizes.cameras()));
  metrics.gauge('video_viewers', 'Viewers of cameras', (gauge) => gauge.set(sizes.viewers()));
  metrics.gauge('video_connections', 'Connections of cameras', (gauge) => gauge.set(sizes.links()));
  return {
    refusedConnections: metrics.counter(
      'video_refused_connections_total',
      'Refused connections to the camera ports',
      ['rule'],
    ),
    closedConnections: metrics.counter(
      'video_closed_connections_total',
      'Camera connections closed by a rule',
      ['rule'],
    ),
    pictures: metrics.counter('video_pictures_total', 'Pictures that were passed on'),
    bytes: metrics.counter('video_bytes_total', 'Bytes of pictures that were passed on'),
    drops: metrics.counter(
      'video_viewer_drops_total',
      'Slow viewers that skipped to the newest key frame',
    ),
    orders: metrics.counter('video_starts_total', 'Times that a camera was asked for its stream', [
      'answer',
    ]),
    uploads: metrics.counter('video_uploads_total', 'Files that cameras brought by FTP', ['end']),
  };
}
