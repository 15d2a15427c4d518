/**
 * Records of vehicle units (appendix 1). Each exists in two or three forms: the second generation
 * names the generation of cards, its version 2 adds authenticated positions.
 */
import {
  calibrationPurpose,
  cardSlot,
  equipmentType,
  eventFaultType,
  flag,
  generation,
  loadType,
  operationType,
  recordPurpose,
} from '../types/codes.ts';
import {
  cardNumber,
  fullCardNumber,
  fullCardNumberAndGeneration,
  holderName,
  registrationNumber,
  serialNumber,
  vehicleRegistration,
} from '../types/identities.ts';
import { fields, hex, type Layout, sequence, u8, u16, u24, type ValueOf } from '../types/layout.ts';
import { nation } from '../types/nations.ts';
import {
  type GnssPlace,
  gnssPlace,
  gnssPlaceAuthenticated,
  type Place,
  place,
  placeAuthenticated,
  placeWithPosition,
} from '../types/places.ts';
import { address, ascii, name } from '../types/text.ts';
import { timeReal } from '../types/time.ts';

export type CardLayout = typeof fullCardNumber;
const GENERATIONS = { 1: fullCardNumber, 2: fullCardNumberAndGeneration } as const;
const card = (of: 1 | 2): CardLayout => GENERATIONS[of];

export const vin = ascii(17);
export const downloadablePeriod = fields({ from: timeReal, to: timeReal });

export const downloadActivity = (of: 1 | 2) =>
  fields({ time: timeReal, card: card(of), organisation: name });

export const companyLock = (of: 1 | 2) =>
  fields({
    lockedInAt: timeReal,
    lockedOutAt: timeReal,
    company: name,
    address,
    card: card(of),
  });

export const controlRecord = (of: 1 | 2) =>
  fields({
    controlType: u8,
    controlledAt: timeReal,
    card: card(of),
    downloadPeriodBeginAt: timeReal,
    downloadPeriodEndAt: timeReal,
  });

const previousVehicle = { vehicle: vehicleRegistration, withdrawnAt: timeReal };

/** An insertion and withdrawal of a card. */
export const cardUse = (of: 1 | 2) =>
  fields({
    holder: holderName,
    card: card(of),
    cardExpiresAt: timeReal,
    insertedAt: timeReal,
    odometerAtInsertionKm: u24,
    slot: cardSlot,
    withdrawnAt: timeReal,
    odometerAtWithdrawalKm: u24,
    previousVehicle: (of === 1
      ? fields(previousVehicle)
      : fields({ ...previousVehicle, generation })) as ReturnType<
      typeof fields<typeof previousVehicle>
    >,
    manualInput: flag,
  });

const placeOf = (form: Form): Layout<Place> =>
  form === '1' ? place : form === '2' ? placeWithPosition : placeAuthenticated;
const positionOf = (form: Form): Layout<GnssPlace> =>
  form === '2v2' ? gnssPlaceAuthenticated : gnssPlace;

/** Generation and version of the vehicle unit. */
export type Form = '1' | '2' | '2v2';
export const generationOf = (form: Form): 1 | 2 => (form === '1' ? 1 : 2);

export const cardPlace = (form: Form) =>
  fields({ card: card(generationOf(form)), place: placeOf(form) });

const bothCards = {
  driverCard: fullCardNumberAndGeneration,
  coDriverCard: fullCardNumberAndGeneration,
};

/** Position after each three hours of accumulated driving. */
export const drivingPosition = (form: Form) =>
  fields({ time: timeReal, ...bothCards, position: positionOf(form), odometerKm: u24 });

export const borderCrossing = fields({
  ...bothCards,
  nationLeft: nation,
  nationEntered: nation,
  position: gnssPlaceAuthenticated,
  odometerKm: u24,
});

export const loadUnload = fields({
  time: timeReal,
  operation: operationType,
  ...bothCards,
  position: gnssPlaceAuthenticated,
  odometerKm: u24,
});

const fourCards = (of: 1 | 2) => ({
  driverCardAtBegin: card(of),
  coDriverCardAtBegin: card(of),
  driverCardAtEnd: card(of),
  coDriverCardAtEnd: card(of),
});

const occurrence = {
  type: eventFaultType,
  purpose: recordPurpose,
  beginAt: timeReal,
  endAt: timeReal,
};
const MANUFACTURER = { manufacturerCode: u8, manufacturerErrorCode: hex(3) };

export const vuFault = (of: 1 | 2) =>
  fields({ ...occurrence, ...fourCards(of), ...(of === 1 ? {} : MANUFACTURER) });

export const vuEvent = (of: 1 | 2) =>
  fields({ ...occurrence, ...fourCards(of), similarEvents: u8, ...(of === 1 ? {} : MANUFACTURER) });

export const overspeedControl = fields({
  lastControlAt: timeReal,
  firstOverspeedAt: timeReal,
  overspeedCount: u8,
});

export const overspeedEvent = (of: 1 | 2) =>
  fields({
    ...occurrence,
    maxSpeedKmh: u8,
    averageSpeedKmh: u8,
    driverCardAtBegin: card(of),
    similarEvents: u8,
  });

export const timeAdjustment = (of: 1 | 2) =>
  fields({ oldTime: timeReal, newTime: timeReal, workshop: name, address, workshopCard: card(of) });

export const powerInterruption = fields({ ...occurrence, ...fourCards(2), similarEvents: u8 });

const SPEEDS_IN_BLOCK = 60;
/** Speeds of one minute in km/h, one a second; 255 is unknown. */
export const speedBlock = fields({ beginAt: timeReal, speedsKmh: sequence(u8, SPEEDS_IN_BLOCK) });

const unit = {
  manufacturer: name,
  manufacturerAddress: address,
  partNumber: ascii(16),
  serialNumber,
};
const software = {
  softwareVersion: ascii(4),
  softwareInstalledAt: timeReal,
  manufacturedAt: timeReal,
};
const secondUnit = { ...unit, ...software, approvalNumber: ascii(16), generation, ability: hex(1) };

export const vuIdentification = (form: Form): Layout<VuIdentification> => {
  if (form === '1') return fields({ ...unit, ...software, approvalNumber: ascii(8) });
  if (form === '2') return fields(secondUnit);
  return fields({ ...secondUnit, digitalMapVersion: ascii(12) });
};

const firstUnit = fields({ ...unit, ...software, approvalNumber: ascii(8) });
export type VuIdentification = ValueOf<typeof firstUnit> & {
  readonly generation?: ValueOf<typeof generation>;
  readonly ability?: string;
  readonly digitalMapVersion?: string;
};

export const sensorPaired = (of: 1 | 2) =>
  fields({ serialNumber, approvalNumber: ascii(of === 1 ? 8 : 16), pairedAt: timeReal });

export const gnssCoupled = fields({
  serialNumber,
  approvalNumber: ascii(16),
  coupledAt: timeReal,
});

const SEALS = 5;
const seal = fields({ equipment: equipmentType, manufacturerCode: ascii(2), identifier: ascii(8) });

const calibrationStart = {
  purpose: calibrationPurpose,
  workshop: name,
  address,
  workshopCard: fullCardNumber,
  workshopCardExpiresAt: timeReal,
  vin,
  vehicle: vehicleRegistration,
  /** Impulses per kilometre. */
  characteristicConstant: u16,
  /** Impulses per kilometre. */
  recordingConstant: u16,
  /** In eighths of a millimetre. */
  tyreCircumferenceEighthsMm: u16,
  tyreSize: ascii(15),
  authorisedSpeedKmh: u8,
  oldOdometerKm: u24,
  newOdometerKm: u24,
  oldTime: timeReal,
  newTime: timeReal,
  nextCalibrationAt: timeReal,
};
const seals = sequence(seal, SEALS);
const firstCalibration = fields(calibrationStart);
export type Calibration = ValueOf<typeof firstCalibration> & {
  readonly seals?: ValueOf<typeof seal>[];
  readonly loadType?: ValueOf<typeof loadType>;
  readonly country?: string;
  readonly countryAt?: string | null;
};

export const calibration = (form: Form): Layout<Calibration> => {
  if (form === '1') return firstCalibration;
  if (form === '2') return fields({ ...calibrationStart, seals });
  return fields({
    ...calibrationStart,
    sensorSerialNumber: serialNumber,
    gnssSerialNumber: serialNumber,
    remoteCommunicationSerialNumber: serialNumber,
    seals,
    loadType,
    country: nation,
    countryAt: timeReal,
  });
};

export const usedCard = fields({
  card: fullCardNumberAndGeneration,
  extendedSerialNumber: serialNumber,
  structureVersion: hex(2),
  number: cardNumber,
});

export const itsConsent = fields({ card: fullCardNumberAndGeneration, consent: flag });
export { registrationNumber, vehicleRegistration };
