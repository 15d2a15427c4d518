import type { Counter } from 'prom-client';
import type { Metrics } from '../platform/metrics/index.ts';

/** Counters of the cameras' end. */
export interface VideoMetrics {
  readonly refusedConnections: Counter<string>;
  readonly closedConnections: Counter<string>;
  readonly pictures: Counter<string>;
  readonly bytes: Counter<string>;
  /** Viewers that were too slow and go on with the newest key frame. */
  readonly drops: Counter<string>;
  readonly orders: Counter<string>;
  /** Transfers of files by FTP, by how they ended. */
  readonly uploads: Counter<string>;
}

/** @param sizes asked when the metrics are read */
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
      'Connections to the ports of cameras that were not let in',
      ['rule'],
    ),
    closedConnections: metrics.counter(
      'video_closed_connections_total',
      'Connections of cameras that were closed by a rule',
      ['rule'],
    ),
    pictures: metrics.counter('video_pictures_total', 'Pictures that were passed on'),
    bytes: metrics.counter('video_bytes_total', 'Bytes of pictures that were passed on'),
    drops: metrics.counter(
      'video_viewer_drops_total',
      'Slow viewers that were dropped to the newest key frame',
    ),
    orders: metrics.counter('video_starts_total', 'Times that a camera was asked for its stream', [
      'answer',
    ]),
    uploads: metrics.counter('video_uploads_total', 'Files that cameras brought by FTP', ['end']),
  };
}
