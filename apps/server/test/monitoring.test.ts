import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../src/platform/metrics/index.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'apps/server/src');

/** Names of the product's metrics in its sources, and those of the process. */
async function exportedNames(): Promise<Set<string>> {
  const process = await createMetrics(true).registry.getMetricsAsJSON();
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const own = files.flatMap((name) =>
    [
      ...readFileSync(join(SOURCES, name), 'utf8').matchAll(
        /metrics\.(?:counter|gauge|histogram)\(\s*'(\w+)'/g,
      ),
    ].map(([, metric]) => `roadworthy_${metric}`),
  );
  expect(own.length).toBeGreaterThan(25);
  return new Set([...process.map(({ name }) => name), ...own, 'up']);
}

/** Metrics in an expression; a histogram is named by its parts too. */
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:roadworthy|process|nodejs)_\w+|\bup\b/g)].map(([name]) =>
    name.replace(/^(nodejs_gc_duration_seconds)_(sum|count|bucket)$/, '$1'),
  );

describe('deploy/', () => {
  it('has alert rules whose metrics exist', async () => {
    const names = await exportedNames();
    const { groups } = parse(
      readFileSync(join(ROOT, 'deploy/prometheus/roadworthy-alerts.yaml'), 'utf8'),
    );
    const rules: { alert: string; expr: string; annotations: object }[] = groups[0].rules;
    for (const { alert, expr, annotations } of rules) {
      expect(metricsIn(expr).length, alert).toBeGreaterThan(0);
      expect(
        metricsIn(expr).filter((name) => !names.has(name)),
        alert,
      ).toEqual([]);
      expect(Object.keys(annotations)).toEqual(['summary', 'description']);
    }
    expect(rules.length).toBe(new Set(rules.map(({ alert }) => alert)).size);
  });

  it('has a dashboard whose metrics exist, and which shows most of the product', async () => {
    const names = await exportedNames();
    const { panels } = JSON.parse(
      readFileSync(join(ROOT, 'deploy/grafana/roadworthy.json'), 'utf8'),
    );
    const shown = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.flatMap(({ expr }) => metricsIn(expr)),
    );
    expect(shown.filter((name: string) => !names.has(name))).toEqual([]);
    const gateway = [...names].filter((name) => name.startsWith('roadworthy_gateway_'));
    const left = gateway.filter((name) => !shown.includes(name));
    expect(left).toEqual([
      'roadworthy_gateway_orders_total',
      'roadworthy_gateway_attachments_total',
    ]);
    const ids = panels.map(({ id }: { id: number }) => id);
    expect(ids.length).toBe(new Set(ids).size);
  });
});
