import { describe, expect, it } from 'vitest';
import { createMetrics } from './index.ts';

describe('metrics', () => {
  it('are in the Prometheus text format, each with name, help and labels', async () => {
    const metrics = createMetrics();
    metrics.counter('records_total', 'Records', ['protocol']).inc({ protocol: 'gt06' }, 2);
    metrics.gauge('connections', 'Connections', (gauge) => gauge.set(7));
    metrics.histogram('commit_seconds', 'Commits', [0.01, 0.1]).observe(0.05);
    const text = await metrics.registry.metrics();
    expect(text).toContain('# HELP roadworthy_records_total Records');
    expect(text).toContain('roadworthy_records_total{protocol="gt06"} 2');
    expect(text).toContain('roadworthy_connections 7');
    expect(text).toContain('roadworthy_commit_seconds_bucket{le="0.1"} 1');
  });

  it('of two servers in one process are separate', () => {
    createMetrics().counter('records_total', 'Records');
    expect(() => createMetrics().counter('records_total', 'Records')).not.toThrow();
  });

  it('include the process on request', async () => {
    expect(await createMetrics(true).registry.metrics()).toContain('nodejs_eventloop_lag_seconds');
  });
});
