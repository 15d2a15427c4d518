import type { BodyOf, contract } from '@roadworthy/contract';
import {
  assessBrakes,
  type BrakeAssessment,
  type BrakeAxle,
  type BrakeCategory,
  type BrakeLimits,
  type BrakeMethod,
} from '@roadworthy/domain';

/** Figures of an axle that are typed as text. */
export const AXLE_FORCES = [
  'service_left',
  'service_right',
  'secondary_left',
  'secondary_right',
  'parking_left',
  'parking_right',
] as const;
export const AXLE_TEMPERATURES = ['cold_left', 'cold_right', 'hot_left', 'hot_right'] as const;
type AxleFigure = (typeof AXLE_FORCES)[number] | (typeof AXLE_TEMPERATURES)[number];

/** An axle as typed; empty for a figure that was not measured. */
export type AxleDraft = Readonly<Record<AxleFigure, string>> & {
  /** Stays the same while axles are added and removed. */
  readonly key: string;
  readonly is_steered: boolean;
  readonly locked_left: boolean;
  readonly locked_right: boolean;
};

/** A brake assessment as typed. */
export interface BrakeDraft {
  /** Null while no method is selected. */
  readonly method: BrakeMethod | null;
  readonly is_annual_test: boolean;
  readonly load: string;
  readonly weight: string;
  readonly service: string;
  readonly secondary: string;
  readonly parking: string;
  readonly axles: readonly AxleDraft[];
  readonly assessment: string;
  readonly assessed_by: string;
  readonly is_reviewed: boolean;
}

export const NO_BRAKES: BrakeDraft = {
  method: null,
  is_annual_test: false,
  load: '',
  weight: '',
  service: '',
  secondary: '',
  parking: '',
  axles: [],
  assessment: '',
  assessed_by: '',
  is_reviewed: false,
};

/** An axle without figures. */
export const newAxle = (isSteered: boolean): AxleDraft => ({
  key: crypto.randomUUID(),
  is_steered: isSteered,
  locked_left: false,
  locked_right: false,
  service_left: '',
  service_right: '',
  secondary_left: '',
  secondary_right: '',
  parking_left: '',
  parking_right: '',
  cold_left: '',
  cold_right: '',
  hot_left: '',
  hot_right: '',
});

/** The fields that a method needs; the others are neither shown nor sent. */
export function fieldsFor(method: BrakeMethod, category: BrakeCategory) {
  const isRoller = method === 'laden_roller' || method === 'unladen_roller';
  const isMeasured = method !== 'risk_assessment';
  return {
    isRoller,
    isMeasured,
    hasTemperatures: method === 'decelerometer',
    isReport: method === 'ebpms',
    hasSecondary: isRoller && category !== 'trailer',
    hasParking: isRoller,
    // A reduced load, an unladen test and a decelerometer test need a written reason.
    hasAssessment: method !== 'ebpms',
  };
}

const numberOf = (text: string): number | null => {
  const trimmed = text.trim().replace(',', '.');
  const value = Number(trimmed);
  return trimmed === '' || !Number.isFinite(value) ? null : value;
};

type Figures = Omit<BodyOf<typeof contract.brakeTests.create>, 'tested_at' | 'tester' | 'place'>;

function axleOf(axle: AxleDraft, isRoller: boolean, hasTemperatures: boolean): BrakeAxle {
  const force = (text: string) => (isRoller ? numberOf(text) : null);
  const temperature = (text: string) => (hasTemperatures ? numberOf(text) : null);
  return {
    is_steered: axle.is_steered,
    locked_left: isRoller && axle.locked_left,
    locked_right: isRoller && axle.locked_right,
    service_left: force(axle.service_left),
    service_right: force(axle.service_right),
    secondary_left: force(axle.secondary_left),
    secondary_right: force(axle.secondary_right),
    parking_left: force(axle.parking_left),
    parking_right: force(axle.parking_right),
    cold_left: temperature(axle.cold_left),
    cold_right: temperature(axle.cold_right),
    hot_left: temperature(axle.hot_left),
    hot_right: temperature(axle.hot_right),
  };
}

/** The body of the call; null while no method is selected. */
export function figuresOf(draft: BrakeDraft, category: BrakeCategory): Figures | null {
  const { method } = draft;
  if (method === null) return null;
  const fields = fieldsFor(method, category);
  return {
    method,
    is_annual_test: fields.isRoller && draft.is_annual_test,
    load: fields.isRoller ? numberOf(draft.load) : null,
    weight: fields.isRoller ? numberOf(draft.weight) : null,
    service: fields.isMeasured ? numberOf(draft.service) : null,
    secondary: fields.hasSecondary ? numberOf(draft.secondary) : null,
    parking: fields.hasParking ? numberOf(draft.parking) : null,
    axles:
      fields.isRoller || fields.hasTemperatures
        ? draft.axles.map((axle) => axleOf(axle, fields.isRoller, fields.hasTemperatures))
        : [],
    assessment: fields.hasAssessment ? draft.assessment.trim() : '',
    assessed_by: fields.hasAssessment ? draft.assessed_by.trim() : '',
    is_reviewed: fields.isReport && draft.is_reviewed,
  };
}

/** The assessment of what is typed so far; null while no method is selected. */
export function assessmentOf(
  draft: BrakeDraft,
  category: BrakeCategory,
  limits: BrakeLimits,
): BrakeAssessment | null {
  const figures = figuresOf(draft, category);
  return figures === null ? null : assessBrakes(figures, category, limits);
}
