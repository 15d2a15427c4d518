import {
  BELOW_REASONS,
  type BrakeCategory,
  type BrakeLimits,
  type BrakeMethod,
  type BrakeReason,
  type BrakeResult,
  type CategoryLimits,
  INCOMPLETE_REASONS,
} from './values.ts';

/** Figures of one axle. Forces in kgf, temperatures in °C; null where not measured. */
export interface BrakeAxle {
  readonly is_steered: boolean;
  readonly service_left: number | null;
  readonly service_right: number | null;
  readonly secondary_left: number | null;
  readonly secondary_right: number | null;
  readonly parking_left: number | null;
  readonly parking_right: number | null;
  /** Whether the wheel locked under the service brake. */
  readonly locked_left: boolean;
  readonly locked_right: boolean;
  /** Temperatures before and after a decelerometer test. */
  readonly cold_left: number | null;
  readonly cold_right: number | null;
  readonly hot_left: number | null;
  readonly hot_right: number | null;
}

/** What a person enters of a brake assessment. */
export interface BrakeTestFigures {
  readonly method: BrakeMethod;
  /** Load in per cent of the design axle weights. */
  readonly load: number | null;
  /** Weight to which the efficiencies refer, kg: the design gross weight. */
  readonly weight: number | null;
  readonly axles: readonly BrakeAxle[];
  /** Efficiencies as printed, per cent. They take precedence over those from forces. */
  readonly service: number | null;
  readonly secondary: number | null;
  readonly parking: number | null;
  /** The risk assessment: why no laden roller test was done, and the competent person who wrote it. */
  readonly assessment: string;
  readonly assessed_by: string;
  /** EBPMS: a person has reviewed the values before the inspection. */
  readonly is_reviewed: boolean;
}

/** An efficiency with its limit, per cent. */
export interface BrakeEfficiency {
  readonly efficiency: number | null;
  readonly least: number | null;
  readonly is_met: boolean | null;
}

export interface BrakeAssessment {
  readonly result: BrakeResult;
  readonly reasons: readonly BrakeReason[];
  readonly service: BrakeEfficiency;
  readonly secondary: BrakeEfficiency;
  readonly parking: BrakeEfficiency;
  /** Per axle: the difference across it under the service brake, per cent of the larger force. */
  readonly imbalances: readonly (number | null)[];
  /** It counts towards the laden roller tests of the year. */
  readonly counts_as_laden: boolean;
}

type System = 'service' | 'secondary' | 'parking';

const BELOW: ReadonlySet<BrakeReason> = new Set(BELOW_REASONS);
const INCOMPLETE: ReadonlySet<BrakeReason> = new Set(INCOMPLETE_REASONS);
/** A wheel with a third or less of the other's parking force suggests a defect of the operating system. */
const PARKING_UNEVEN_PCT = 66.6;

const rounded = (percent: number) => Math.round(percent * 10) / 10;

/** The forces of a brake system on all axles, kgf; null if none was measured. */
function forceOf(axles: readonly BrakeAxle[], system: System): number | null {
  const forces = axles
    .flatMap((axle) => [axle[`${system}_left`], axle[`${system}_right`]])
    .filter((force) => force !== null);
  return forces.length === 0 ? null : forces.reduce((sum, force) => sum + force, 0);
}

/**
 * The efficiency of a brake system, per cent: as printed, else the forces over the weight (MOT inspection
 * manual, calculation of brake efficiency).
 */
function efficiencyOf(figures: BrakeTestFigures, system: System): number | null {
  const printed = figures[system];
  if (printed !== null) return printed;
  const force = forceOf(figures.axles, system);
  const { weight } = figures;
  return force === null || weight === null || weight <= 0 ? null : rounded((force / weight) * 100);
}

function difference(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return null;
  const larger = Math.max(left, right);
  return larger <= 0 ? null : rounded(((larger - Math.min(left, right)) / larger) * 100);
}

/**
 * Whether a laden vehicle passes on locks: more than half of the wheels locked under the service brake
 * (Heavy vehicle brake test: best practice, 1.1).
 */
function passesOnLocks(axles: readonly BrakeAxle[]): boolean {
  const wheels = axles.flatMap(({ locked_left, locked_right }) => [locked_left, locked_right]);
  return wheels.filter((isLocked) => isLocked).length * 2 > wheels.length;
}

function loadReasons(figures: BrakeTestFigures, limits: BrakeLimits): BrakeReason[] {
  const { load, method } = figures;
  if (method !== 'laden_roller') return method === 'unladen_roller' ? ['not_laden'] : [];
  if (load === null) return ['load_missing'];
  if (load >= limits.load) return [];
  if (load < limits.load_least) return ['load_too_low'];
  return ['load_reduced'];
}

/** Whether the method needs a written reason for doing no laden roller test. */
function needsAssessment(
  { load, method }: BrakeTestFigures,
  category: BrakeCategory,
  limits: BrakeLimits,
): boolean {
  if (method === 'risk_assessment') return true;
  if (category === 'light' || method === 'ebpms') return false;
  if (method === 'laden_roller') return load !== null && load < limits.load;
  return category !== 'psv';
}

function imbalanceReasons(
  { axles }: BrakeTestFigures,
  imbalances: readonly (number | null)[],
  limits: BrakeLimits,
): BrakeReason[] {
  const found = new Set<BrakeReason>();
  imbalances.forEach((imbalance, n) => {
    if (imbalance === null) return;
    if (imbalance > limits.imbalance) found.add('imbalance');
    if (imbalance > limits.imbalance_steered && axles[n]?.is_steered === true)
      found.add('imbalance_steered');
  });
  const isParkingUneven = axles.some(({ parking_left: left, parking_right: right }) => {
    const uneven = difference(left, right);
    return uneven !== null && uneven >= PARKING_UNEVEN_PCT;
  });
  return [...found, ...(isParkingUneven ? ['parking_uneven' as const] : [])];
}

function temperatureReasons({ axles }: BrakeTestFigures, limits: BrakeLimits): BrakeReason[] {
  if (axles.length === 0) return ['temperatures_missing'];
  const found = new Set<BrakeReason>();
  for (const { cold_left, cold_right, hot_left, hot_right } of axles) {
    if (cold_left === null || cold_right === null || hot_left === null || hot_right === null) {
      found.add('temperatures_missing');
      continue;
    }
    if (Math.min(hot_left - cold_left, hot_right - cold_right) < limits.warming)
      found.add('brake_cold');
    if (Math.abs(hot_left - hot_right) > limits.warming_difference) found.add('temperature_uneven');
  }
  return [...found];
}

function judged(
  efficiency: number | null,
  least: number | null,
  isLocked: boolean,
): BrakeEfficiency {
  const isMet = efficiency === null || least === null ? null : efficiency >= least || isLocked;
  return { efficiency, least, is_met: isMet };
}

function efficiencyReasons(
  method: BrakeMethod,
  of: Readonly<Record<System, BrakeEfficiency>>,
): BrakeReason[] {
  const isRoller = method === 'laden_roller' || method === 'unladen_roller';
  const systems: readonly System[] = isRoller ? ['service', 'secondary', 'parking'] : ['service'];
  const missing = systems.filter(
    (system) => of[system].least !== null && of[system].efficiency === null,
  );
  const below = (['service', 'secondary', 'parking'] as const).filter(
    (system) => of[system].is_met === false,
  );
  return [
    ...below.map((system) => `${system}_below` as const),
    ...missing.map((system) => `${system}_missing` as const),
  ];
}

function resultOf(method: BrakeMethod, reasons: readonly BrakeReason[]): BrakeResult {
  if (reasons.some((reason) => BELOW.has(reason))) return 'below';
  if (reasons.some((reason) => INCOMPLETE.has(reason))) return 'incomplete';
  return method === 'risk_assessment' ? 'not_measured' : 'met';
}

const NONE: BrakeEfficiency = { efficiency: null, least: null, is_met: null };

/**
 * Assesses the brake performance at an inspection or in a test of its own (Guide to maintaining
 * roadworthiness, 5.3 and 5.3a: brake performance assessment).
 *
 * A laden roller test counts towards the four of a year if its load and its figures are complete, met or
 * not: a vehicle that failed is repaired and tested again. A decelerometer test does not assess a trailer,
 * because it also measures the drawing vehicle.
 */
export function assessBrakes(
  figures: BrakeTestFigures,
  category: BrakeCategory,
  limits: BrakeLimits,
): BrakeAssessment {
  const { method } = figures;
  const least: CategoryLimits = limits.categories[category];
  const written = figures.assessment.trim() !== '' && figures.assessed_by.trim() !== '';
  const reasons: BrakeReason[] = [];
  if (needsAssessment(figures, category, limits) && !written) reasons.push('assessment_missing');
  if (method === 'risk_assessment') {
    return {
      result: resultOf(method, reasons),
      reasons,
      service: NONE,
      secondary: NONE,
      parking: NONE,
      imbalances: [],
      counts_as_laden: false,
    };
  }
  const isRoller = method === 'laden_roller' || method === 'unladen_roller';
  const service = efficiencyOf(figures, 'service');
  const isLocked = method === 'laden_roller' && passesOnLocks(figures.axles);
  const of = {
    service: judged(service, least.service, isLocked),
    secondary: judged(efficiencyOf(figures, 'secondary'), least.secondary, false),
    parking: judged(efficiencyOf(figures, 'parking'), least.parking, false),
  };
  const imbalances = isRoller
    ? figures.axles.map((axle) => difference(axle.service_left, axle.service_right))
    : [];
  const load = loadReasons(figures, limits);
  reasons.push(...load, ...efficiencyReasons(method, of));
  if (isLocked && service !== null && service < least.service) reasons.push('passed_on_locks');
  if (isRoller) reasons.push(...imbalanceReasons(figures, imbalances, limits));
  if (method === 'decelerometer') {
    if (category === 'trailer') reasons.push('decelerometer_trailer');
    reasons.push(...temperatureReasons(figures, limits));
  }
  if (method === 'ebpms' && !figures.is_reviewed) reasons.push('ebpms_not_reviewed');
  return {
    result: resultOf(method, reasons),
    reasons,
    ...of,
    imbalances,
    counts_as_laden: method === 'laden_roller' && !reasons.some((reason) => INCOMPLETE.has(reason)),
  };
}
