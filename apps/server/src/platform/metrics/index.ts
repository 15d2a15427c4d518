import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus counters and histograms of one process. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter<string>;
  gauge(
    name: string,
    help: string,
    collect?: (gauge: Gauge<string>) => void,
    labels?: readonly string[],
  ): Gauge<string>;
  histogram(name: string, help: string, bucketsS: readonly number[]): Histogram<string>;
}

/**
 * Creates a separate registry, so that several servers can run in one process, as in tests.
 *
 * @param withProcess also measure memory, CPU and the event loop
 */
export function createMetrics(withProcess = false): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labels = []) =>
      new Counter({ name: `roadworthy_${name}`, help, labelNames: [...labels], registers }),
    gauge: (name, help, collect, labels = []) =>
      new Gauge({
        name: `roadworthy_${name}`,
        help,
        registers,
        labelNames: [...labels],
        ...(collect === undefined
          ? {}
          : {
              collect() {
                collect(this);
              },
            }),
      }),
    histogram: (name, help, bucketsS) =>
      new Histogram({ name: `roadworthy_${name}`, help, buckets: [...bucketsS], registers }),
  };
}
