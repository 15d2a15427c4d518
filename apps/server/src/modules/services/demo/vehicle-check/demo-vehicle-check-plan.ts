import { type CheckItem, type CheckType, checkPoints, type VehicleType } from '@roadworthy/domain';
import { DAMAGES, FINDINGS } from './demo-vehicle-check-catalogue.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Four weeks, so that all figures of the usual ranges have data. */
const DAYS = 28;

/** A vehicle of the demo fleet, with the depot where it is checked. */
export interface PlannedVehicle {
  readonly id: number;
  readonly type: VehicleType;
  readonly depotId: number;
  readonly driver: string;
}

/** A report to insert. */
export interface PlannedReport {
  readonly kind: Exclude<CheckType, 'DRV'>;
  readonly vehicle: PlannedVehicle;
  readonly doneMs: number;
  readonly durationS: number;
  readonly odometerM: number;
  readonly items: readonly CheckItem[];
  readonly damage: (typeof DAMAGES)[number] | null;
  /** When its damage was fixed. */
  readonly fixedMs: number | null;
}

/** A reproducible pseudo-random number from 0 to 99. */
export const chance = (...of: readonly number[]): number =>
  of.reduce((sum, n) => (sum * 31 + n * 17 + 7) % 9973, 1) % 100;

function itemsOf(type: VehicleType, finding: (typeof FINDINGS)[number] | null): CheckItem[] {
  return checkPoints(type).map((point): CheckItem => {
    if (point.name !== finding?.name) {
      return { ...point, result: 'ok', severity: null, note: null };
    }
    return { ...point, result: 'defect', severity: finding.severity, note: finding.note };
  });
}

/**
 * Frequency of each type other than the daily check, per hundred days of a vehicle, and its hour.
 */
const FREQUENCIES: readonly (readonly [PlannedReport['kind'], number, number])[] = [
  ['GTC', 12, 8],
  ['HND', 5, 9],
  ['AUD', 4, 11],
];

/** A finding of a report, which also becomes a defect. */
export interface ReportFinding {
  readonly foundMs: number;
  readonly text: string;
  readonly by: string;
}

/** The author of a report: the manager for audits, otherwise the driver. */
export const authorOf = ({ kind, vehicle }: PlannedReport, manager: string): string =>
  kind === 'AUD' ? manager : vehicle.driver || manager;

/** The findings of a vehicle's reports, for the vehicle file. */
export function findingsOfReports(
  reports: readonly PlannedReport[],
  manager: string,
): ReportFinding[] {
  return reports.flatMap((report) =>
    report.items.flatMap(({ result, note }) =>
      result === 'defect' && note !== null
        ? [{ foundMs: report.doneMs, text: note, by: authorOf(report, manager) }]
        : [],
    ),
  );
}

/** The reports of a vehicle in the four weeks until now; few of them at weekends. */
export function reportsOf(vehicle: PlannedVehicle, number: number, nowMs: number): PlannedReport[] {
  // Trailers have no driver.
  if (vehicle.driver === '') return [];
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const reports: PlannedReport[] = [];
  for (let day = DAYS; day >= 0; day -= 1) {
    const dayMs = today - day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(dayMs).getUTCDay());
    const add = (kind: PlannedReport['kind'], hour: number, salt: number, isDamaged = false) => {
      const doneMs = dayMs + hour * 3_600_000 + chance(number, day, salt) * MINUTE_MS * 0.6;
      if (doneMs > nowMs) return;
      const finds = chance(number, day, salt + 1) < 7;
      const finding = finds ? (FINDINGS[(number + day) % FINDINGS.length] ?? null) : null;
      const hasDamage = isDamaged || (kind !== 'STD' && chance(number, day, salt + 2) < 30);
      const damage = hasDamage ? (DAMAGES[(number * 3 + day) % DAMAGES.length] ?? null) : null;
      const fixedMs = doneMs + (2 + (number % 6)) * DAY_MS;
      reports.push({
        kind,
        vehicle,
        doneMs,
        durationS: chance(number, day, salt + 3) < 3 ? 42 : 240 + chance(number, day, salt) * 5,
        odometerM: 60_000_000 + number * 2_500_000 + (DAYS - day) * 180_000,
        items: itemsOf(vehicle.type, finding),
        damage,
        fixedMs: damage !== null && number % 3 !== 0 && fixedMs < nowMs ? fixedMs : null,
      });
    };
    if (chance(number, day, 3) < (isWeekend ? 15 : 84)) add('STD', 5, 20);
    // Each vehicle was returned damaged once.
    if (day === 3 + (number % 14)) add('HND', 10, 77, true);
    for (const [kind, often, hour] of FREQUENCIES) {
      if (!isWeekend && chance(number, day, hour) < often) add(kind, hour, hour * 5);
    }
  }
  return reports;
}
