import type { SystemCheckState } from '@roadworthy/domain';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { type CheckResult, checkSystem } from './system-health.service.ts';
import type { CheckedParts } from './system-health-check.ts';

/** The checks write a file and sign in to the mail server, so a scrape does not repeat them at once. */
const EVERY_MS = 5 * 60_000;

const VALUES: Readonly<Record<SystemCheckState, number>> = {
  unused: 0,
  ok: 0,
  warning: 1,
  error: 2,
};

/** Shows the state of each check in `/metrics`: 0 is well, 1 a warning, 2 an error. */
export function watchSystemHealth(metrics: Metrics, parts: CheckedParts): void {
  let results: readonly CheckResult[] = [];
  let checkedMs = Number.NEGATIVE_INFINITY;
  const refresh = async () => {
    checkedMs = performance.now();
    // The states have no language.
    results = await checkSystem(parts, 'en');
  };
  metrics.gauge(
    'system_check_state',
    'State of a check of the system health: 0 well, 1 warning, 2 error; made every five minutes while scraped',
    (gauge) => {
      if (performance.now() - checkedMs > EVERY_MS) void refresh();
      for (const { name, state } of results) gauge.set({ check: name }, VALUES[state]);
    },
    ['check'],
  );
}
