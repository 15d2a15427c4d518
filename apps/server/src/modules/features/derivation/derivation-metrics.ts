import type { Metrics } from '../../../platform/metrics/index.ts';

/** Metrics of derivation. */
export function derivationMetrics(
  metrics: Metrics,
  sources: { readonly lagS: () => number; readonly redos: () => number },
) {
  metrics.gauge(
    'derivation_lag_seconds',
    'Longest time that a vehicle waits to be derived and written',
    (gauge) => gauge.set(sources.lagS()),
  );
  metrics.gauge('derivation_redo_queue', 'Vehicles that wait to be derived again', (gauge) =>
    gauge.set(sources.redos()),
  );
  return {
    redos: metrics.counter('derivation_redos_total', 'Vehicles that were derived again'),
    failures: metrics.counter(
      'derivation_failures_total',
      'Failures of a vehicle, and of deriving as a whole',
      ['of'],
    ),
  };
}
