/** Files of records: appendix 2, chapter 4; types of appendix 1. */
import { eventFaultType, loadType, operationType, positionAuthentication } from '../types/codes.ts';
import { fullCardNumber, vehicleRegistration } from '../types/identities.ts';
import { fields, hex, u8, u24 } from '../types/layout.ts';
import { nation } from '../types/nations.ts';
import {
  gnssPlace,
  gnssPlaceAuthenticated,
  place,
  placeWithPosition,
  specificCondition,
} from '../types/places.ts';
import { ascii } from '../types/text.ts';
import { bcd4, timeReal } from '../types/time.ts';
import { fixed, records, ring } from './elementary-file.ts';

/** An event or fault; `beginAt` is null in an unused place. */
const eventOrFault = fields({
  type: eventFaultType,
  beginAt: timeReal,
  endAt: timeReal,
  vehicle: vehicleRegistration,
});
export const eventsOrFaults = records(eventOrFault);

const usedVehicle = {
  odometerBeginKm: u24,
  odometerEndKm: u24,
  firstUseAt: timeReal,
  lastUseAt: timeReal,
  vehicle: vehicleRegistration,
  /** Counts the insertions of the card. */
  dataBlockCounter: bcd4,
};
export const vehiclesUsed = ring(fields(usedVehicle));
export const vehiclesUsedWithVin = ring(
  fields({ ...usedVehicle, vehicleIdentificationNumber: ascii(17) }),
);

export const places = ring(place, u8);
export const placesWithPosition = ring(placeWithPosition);

export const currentUsage = fixed(fields({ openedAt: timeReal, vehicle: vehicleRegistration }));

export const controlActivity = fixed(
  fields({
    /** Bits 'cvpdexxx': card downloaded, vehicle unit downloaded, printed, displayed, calibration checked. */
    controlType: u8,
    controlledAt: timeReal,
    controlCard: fullCardNumber,
    vehicle: vehicleRegistration,
    downloadPeriodBeginAt: timeReal,
    downloadPeriodEndAt: timeReal,
  }),
);

export const specificConditions = records(specificCondition);
export const specificConditionsRing = ring(specificCondition);

export const vehicleUnitsUsed = ring(
  fields({
    time: timeReal,
    manufacturerCode: u8,
    deviceId: hex(1),
    softwareVersion: ascii(4),
  }),
);

export const gnssPlaces = ring(fields({ time: timeReal, position: gnssPlace, odometerKm: u24 }));

export const authentications = ring(
  fields({ time: timeReal, authentication: positionAuthentication }),
);

export const borderCrossings = ring(
  fields({
    nationLeft: nation,
    nationEntered: nation,
    position: gnssPlaceAuthenticated,
    odometerKm: u24,
  }),
);

export const loadUnloadOperations = ring(
  fields({
    time: timeReal,
    operation: operationType,
    position: gnssPlaceAuthenticated,
    odometerKm: u24,
  }),
);

export const loadTypeEntries = ring(fields({ time: timeReal, loadType }));
