import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  type DistanceUnit,
  distanceFromMetres,
  metresFromDistance,
  VEHICLE_FILE_WRITE,
} from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';

type Calls = typeof contract.servicePlans;
export type ServicePlan = AnswerOf<Calls['plan']>;
export type Service = AnswerOf<Calls['services']>['results'][number];
export type VehicleServices = AnswerOf<Calls['vehicle']>;
export type NextService = VehicleServices['services'][number];

/** Keys of the lists in the cache; that of the plans is the subject of their history. */
export const PLANS_KEY = 'service_plan';
export const SERVICES_KEY = 'vehicle_service';
/** Permission to record services and readings, as the calls require. */
export const SERVICES_WRITE = VEHICLE_FILE_WRITE;

/** A service of a plan in the form; numbers as typed, in the person's unit and in hours. */
export interface PlanServiceDraft {
  readonly schedule_type: number | null;
  readonly distance: string;
  readonly hours: string;
}

export interface PlanDraft {
  readonly name: string;
  readonly note: string;
  readonly manufacturer_model: number | null;
  readonly services: readonly PlanServiceDraft[];
}

export const NO_SERVICE: PlanServiceDraft = { schedule_type: null, distance: '', hours: '' };

/** The values of a plan, or of a new one. */
export const draftOf =
  (unit: DistanceUnit) =>
  (one: ServicePlan | null): PlanDraft => ({
    name: one?.name ?? '',
    note: one?.note ?? '',
    manufacturer_model: one?.model?.id ?? null,
    services: one?.services.map(({ interval_engine_s, interval_m, schedule_type }) => ({
      schedule_type,
      distance: interval_m === null ? '' : String(Math.round(distanceFromMetres(interval_m, unit))),
      hours: interval_engine_s === null ? '' : String(Math.round(interval_engine_s / 3600)),
    })) ?? [NO_SERVICE],
  });

/** Metres of a typed distance; null for none. */
export const metresOf = (text: string, unit: DistanceUnit): number | null =>
  text.trim() === '' ? null : Math.round(metresFromDistance(Number(text), unit));

/** Seconds of typed hours; null for none. */
export const secondsOf = (text: string): number | null =>
  text.trim() === '' ? null : Math.round(Number(text) * 3600);

/** Fields without a value. */
export function checkPlan(draft: PlanDraft, t: TFunction): Faults {
  const isIncomplete = draft.services.some(
    ({ distance, hours, schedule_type }) =>
      schedule_type === null || (distance.trim() === '' && hours.trim() === ''),
  );
  return {
    ...missing(draft, ['name'], t),
    ...(isIncomplete ? { services: [t('servicePlans.servicesIncomplete')] } : {}),
  };
}

/** Creates or changes a plan. */
export function savePlan(
  { manufacturer_model: model, name, note, services }: PlanDraft,
  one: ServicePlan | null,
  unit: DistanceUnit,
): Promise<unknown> {
  const body: BodyOf<Calls['createPlan']> = {
    name,
    note,
    model,
    services: services.map(({ distance, hours, schedule_type }) => ({
      schedule_type: schedule_type ?? 0,
      interval_m: metresOf(distance, unit),
      interval_engine_s: secondsOf(hours),
    })),
    version: one?.version,
  };
  return one === null
    ? api.servicePlans.createPlan({ body })
    : api.servicePlans.changePlan({ params: { id: one.id }, body });
}
