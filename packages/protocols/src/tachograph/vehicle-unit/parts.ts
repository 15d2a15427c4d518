/**
 * The parts of a vehicle-unit download (appendix 7, 2.2.6), each as the list of its elements. The
 * first generation stores counts before lists, the second one record arrays with a type.
 */
import { activityChange } from '../types/activity-change.ts';
import { hex, type Layout, u8, u16, u24, type ValueOf } from '../types/layout.ts';
import { specificCondition } from '../types/places.ts';
import { timeReal } from '../types/time.ts';
import {
  borderCrossing,
  calibration,
  cardPlace,
  cardUse,
  companyLock,
  controlRecord,
  downloadActivity,
  downloadablePeriod,
  drivingPosition,
  type Form,
  generationOf,
  gnssCoupled,
  itsConsent,
  loadUnload,
  overspeedControl,
  overspeedEvent,
  powerInterruption,
  registrationNumber,
  sensorPaired,
  speedBlock,
  timeAdjustment,
  usedCard,
  vehicleRegistration,
  vin,
  vuEvent,
  vuFault,
  vuIdentification,
} from './records.ts';

export type PartName = 'overview' | 'activities' | 'events_and_faults' | 'speed' | 'technical_data';

// biome-ignore lint/suspicious/noExplicitAny: an element has the layout of its own data type
type AnyLayout = Layout<any>;

/** One element of a part. */
export interface Element {
  readonly key: string;
  /** The count in front of a list of the first generation; 'one': a single value. */
  readonly count: 'one' | typeof u8 | typeof u16;
  /** Record types (appendix 1, 2.120) that hold it in the second generation. */
  readonly recordTypes: readonly number[];
  readonly layout: AnyLayout;
  /** Absent from the first generation, or from version 1 of the second. */
  readonly since?: '2' | '2v2';
  /** Security data in front of the signed bytes. */
  readonly isUnsigned?: boolean;
}

const CERTIFICATE_BYTES = 194;
const certificate = hex(CERTIFICATE_BYTES);

function overview(form: Form): Element[] {
  const of = generationOf(form);
  const registration =
    form === '2v2'
      ? { recordTypes: [0x0b, 0x24], layout: registrationNumber }
      : { recordTypes: [0x24, 0x0b], layout: vehicleRegistration };
  return [
    {
      key: 'memberStateCertificate',
      count: 'one',
      recordTypes: [0x04],
      layout: certificate,
      isUnsigned: true,
    },
    {
      key: 'vuCertificate',
      count: 'one',
      recordTypes: [0x0f],
      layout: certificate,
      isUnsigned: true,
    },
    { key: 'vin', count: 'one', recordTypes: [0x0a], layout: vin },
    { key: 'registration', count: 'one', ...registration },
    { key: 'currentTime', count: 'one', recordTypes: [0x03], layout: timeReal },
    { key: 'downloadablePeriod', count: 'one', recordTypes: [0x13], layout: downloadablePeriod },
    { key: 'cardSlots', count: 'one', recordTypes: [0x02], layout: u8 },
    { key: 'lastDownload', count: 'one', recordTypes: [0x14], layout: downloadActivity(of) },
    { key: 'companyLocks', count: u8, recordTypes: [0x10], layout: companyLock(of) },
    { key: 'controls', count: u8, recordTypes: [0x11], layout: controlRecord(of) },
  ];
}

function activities(form: Form): Element[] {
  return [
    { key: 'date', count: 'one', recordTypes: [0x06], layout: timeReal },
    { key: 'odometerMidnightKm', count: 'one', recordTypes: [0x05], layout: u24 },
    { key: 'cardUses', count: u16, recordTypes: [0x0d], layout: cardUse(generationOf(form)) },
    { key: 'changes', count: u16, recordTypes: [0x01], layout: activityChange },
    { key: 'places', count: u8, recordTypes: [0x1c], layout: cardPlace(form) },
    {
      key: 'positions',
      count: u16,
      recordTypes: [0x16],
      layout: drivingPosition(form),
      since: '2',
    },
    { key: 'specificConditions', count: u16, recordTypes: [0x09], layout: specificCondition },
    {
      key: 'borderCrossings',
      count: u16,
      recordTypes: [0x22],
      layout: borderCrossing,
      since: '2v2',
    },
    { key: 'loadUnloads', count: u16, recordTypes: [0x23], layout: loadUnload, since: '2v2' },
  ];
}

function eventsAndFaults(form: Form): Element[] {
  const of = generationOf(form);
  return [
    { key: 'faults', count: u8, recordTypes: [0x18], layout: vuFault(of) },
    { key: 'events', count: u8, recordTypes: [0x15], layout: vuEvent(of) },
    { key: 'overspeedControl', count: 'one', recordTypes: [0x1a], layout: overspeedControl },
    { key: 'overspeedEvents', count: u8, recordTypes: [0x1b], layout: overspeedEvent(of) },
    { key: 'timeAdjustments', count: u8, recordTypes: [0x1e, 0x1d], layout: timeAdjustment(of) },
  ];
}

function speed(): Element[] {
  return [{ key: 'blocks', count: u16, recordTypes: [0x12], layout: speedBlock }];
}

function technicalData(form: Form): Element[] {
  const of = generationOf(form);
  return [
    { key: 'unit', count: 'one', recordTypes: [0x19], layout: vuIdentification(form) },
    // The first generation stores one sensor, the second all that were paired.
    { key: 'sensors', count: 'one', recordTypes: [0x20, 0x07], layout: sensorPaired(of) },
    { key: 'gnssUnits', count: u16, recordTypes: [0x21], layout: gnssCoupled, since: '2' },
    { key: 'calibrations', count: u8, recordTypes: [0x0c], layout: calibration(form) },
    { key: 'cards', count: u16, recordTypes: [0x0e], layout: usedCard, since: '2' },
    { key: 'itsConsents', count: u16, recordTypes: [0x17], layout: itsConsent, since: '2' },
    {
      key: 'powerInterruptions',
      count: u16,
      recordTypes: [0x1f],
      layout: powerInterruption,
      since: '2',
    },
  ];
}

const PARTS = {
  overview,
  activities,
  events_and_faults: eventsAndFaults,
  speed,
  technical_data: technicalData,
} satisfies Record<PartName, (form: Form) => Element[]>;

const cache = new Map<string, readonly Element[]>();

/** The elements of a part in the order of their bytes. */
export function elementsOf(part: PartName, form: Form): readonly Element[] {
  const key = `${part} ${form}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = PARTS[part](form).filter(
    ({ since }) => since === undefined || form === '2v2' || form === since,
  );
  cache.set(key, made);
  return made;
}

/** Lists that hold a single value in the first generation. */
export const isList = (element: Element): boolean =>
  element.count !== 'one' || element.key === 'sensors';

type Records<F extends (of: 1 | 2) => AnyLayout> = ValueOf<ReturnType<F>>[];
type RecordsOfForm<F extends (form: Form) => AnyLayout> = ValueOf<ReturnType<F>>[];

/** Single values are null if the file does not have them. */
export interface Overview {
  readonly memberStateCertificate: string | null;
  readonly vuCertificate: string | null;
  readonly vin: string | null;
  /** Version 2 of the second generation stores no nation. */
  readonly registration:
    | ValueOf<typeof vehicleRegistration>
    | ValueOf<typeof registrationNumber>
    | null;
  readonly currentTime: string | null;
  readonly downloadablePeriod: ValueOf<typeof downloadablePeriod> | null;
  /** Bits 'ccccdddd': type of card in the co-driver slot and in the driver slot. */
  readonly cardSlots: number | null;
  readonly lastDownload: ValueOf<ReturnType<typeof downloadActivity>> | null;
  readonly companyLocks: Records<typeof companyLock>;
  readonly controls: Records<typeof controlRecord>;
}

export interface Activities {
  /** 00:00 UTC of the day. */
  readonly date: string | null;
  readonly odometerMidnightKm: number | null;
  readonly cardUses: Records<typeof cardUse>;
  /** The first two give the state of both slots at 00:00. */
  readonly changes: ValueOf<typeof activityChange>[];
  readonly places: RecordsOfForm<typeof cardPlace>;
  readonly positions: RecordsOfForm<typeof drivingPosition>;
  readonly specificConditions: ValueOf<typeof specificCondition>[];
  readonly borderCrossings: ValueOf<typeof borderCrossing>[];
  readonly loadUnloads: ValueOf<typeof loadUnload>[];
}

export interface EventsAndFaults {
  readonly faults: Records<typeof vuFault>;
  readonly events: Records<typeof vuEvent>;
  readonly overspeedControl: ValueOf<typeof overspeedControl> | null;
  readonly overspeedEvents: Records<typeof overspeedEvent>;
  readonly timeAdjustments: Records<typeof timeAdjustment>;
}

export interface DetailedSpeed {
  readonly blocks: ValueOf<typeof speedBlock>[];
}

export interface TechnicalData {
  readonly unit: ValueOf<ReturnType<typeof vuIdentification>> | null;
  readonly sensors: Records<typeof sensorPaired>;
  readonly gnssUnits: ValueOf<typeof gnssCoupled>[];
  readonly calibrations: RecordsOfForm<typeof calibration>;
  readonly cards: ValueOf<typeof usedCard>[];
  readonly itsConsents: ValueOf<typeof itsConsent>[];
  readonly powerInterruptions: ValueOf<typeof powerInterruption>[];
}

export interface PartData {
  overview: Overview;
  activities: Activities;
  events_and_faults: EventsAndFaults;
  speed: DetailedSpeed;
  technical_data: TechnicalData;
}
