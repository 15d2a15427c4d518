/** Downloaded files of simulated vehicle units, signed by a made-up authority. */
import {
  type ActivityChange,
  type TransferContent,
  writeVehicleUnitFile,
} from '@roadworthy/protocols';
import {
  coded,
  DAY_KM,
  DAY_MS,
  daysOf,
  endOf,
  GREAT_BRITAIN,
  iso,
  midnight,
  registrationOf,
  type SimulatedDownload,
  startOf,
  type WorkDay,
} from './tachograph-days.ts';

const SERIAL_NUMBER = {
  serial: 1,
  monthYear: '2020-01',
  type: 'vehicle_unit',
  manufacturerCode: 0,
} as const;

const NO_PLACES = { positions: [], borderCrossings: [], loadUnloads: [] };

const CO_DRIVER_RESTS: ActivityChange = {
  slot: 'co_driver',
  crew: false,
  cardInserted: false,
  activity: 'rest',
  minute: 0,
};

/** @param firstMs the first day with activities, ms since 1970 */
function overviewOf(
  { chain, downloadedMs, vehicle }: SimulatedDownload,
  firstMs: number,
): TransferContent {
  return {
    part: 'overview',
    form: '1',
    data: {
      memberStateCertificate: Buffer.from(chain.memberState).toString('hex'),
      vuCertificate: Buffer.from(chain.own).toString('hex'),
      vin: vehicle.vin,
      registration: registrationOf(vehicle),
      currentTime: iso(downloadedMs),
      downloadablePeriod: { from: iso(firstMs), to: iso(downloadedMs) },
      cardSlots: 1,
      lastDownload: { time: null, card: null, organisation: coded('') },
      companyLocks: [],
      controls: [],
    },
  };
}

/** The card of the driver in the first slot from the start to the end of the work. */
function cardUseOf(day: WorkDay, { downloadedMs, holder, vehicle }: SimulatedDownload) {
  return {
    holder: { surname: coded(holder.surname), firstNames: coded(holder.firstNames) },
    card: { type: 'driver_card', nation: GREAT_BRITAIN, number: holder.cardNumber },
    cardExpiresAt: iso(midnight(downloadedMs) + 365 * DAY_MS),
    insertedAt: startOf(day),
    odometerAtInsertionKm: day.odometerKm,
    slot: 'driver',
    withdrawnAt: endOf(day),
    odometerAtWithdrawalKm: day.odometerKm + DAY_KM,
    previousVehicle: { vehicle: registrationOf(vehicle), withdrawnAt: null },
    manualInput: 'no',
  } as const;
}

function activitiesOf(day: WorkDay, download: SimulatedDownload): TransferContent {
  return {
    part: 'activities',
    form: '1',
    data: {
      ...NO_PLACES,
      date: iso(day.ms),
      odometerMidnightKm: day.odometerKm,
      cardUses: day.isWork ? [cardUseOf(day, download)] : [],
      changes: [...day.changes.slice(0, 1), CO_DRIVER_RESTS, ...day.changes.slice(1)],
      places: [],
      specificConditions: [],
    },
  };
}

const EVENTS_AND_FAULTS: TransferContent = {
  part: 'events_and_faults',
  form: '1',
  data: {
    faults: [],
    events: [],
    overspeedControl: { lastControlAt: null, firstOverspeedAt: null, overspeedCount: 0 },
    overspeedEvents: [],
    timeAdjustments: [],
  },
};

/** The speed of each second in two hours of a day. */
function speedOf(day: WorkDay | undefined): TransferContent {
  return {
    part: 'speed',
    form: '1',
    data: {
      blocks:
        day === undefined
          ? []
          : Array.from({ length: 120 }, (_, minute) => ({
              beginAt: iso(day.ms + (420 + minute) * 60_000),
              speedsKmh: Array.from({ length: 60 }, (_, s) => 60 + ((minute + s) % 30)),
            })),
    },
  };
}

function calibrationOf({ downloadedMs, vehicle }: SimulatedDownload) {
  return {
    purpose: 'periodic_inspection',
    workshop: coded('Simulated workshop'),
    address: coded(''),
    workshopCard: null,
    workshopCardExpiresAt: null,
    vin: vehicle.vin,
    vehicle: registrationOf(vehicle),
    characteristicConstant: 8000,
    recordingConstant: 8000,
    tyreCircumferenceEighthsMm: 25_000,
    tyreSize: '315/70 R22.5',
    authorisedSpeedKmh: 90,
    oldOdometerKm: 90_000,
    newOdometerKm: 90_000,
    oldTime: iso(midnight(downloadedMs) - 300 * DAY_MS),
    newTime: iso(midnight(downloadedMs) - 300 * DAY_MS),
    nextCalibrationAt: iso(midnight(downloadedMs) + 430 * DAY_MS),
  } as const;
}

function technicalDataOf(download: SimulatedDownload): TransferContent {
  const { downloadedMs } = download;
  return {
    part: 'technical_data',
    form: '1',
    data: {
      unit: {
        manufacturer: coded('Simulated maker'),
        manufacturerAddress: coded(''),
        partNumber: 'SIM-1',
        serialNumber: SERIAL_NUMBER,
        softwareVersion: '0001',
        softwareInstalledAt: iso(midnight(downloadedMs) - 700 * DAY_MS),
        manufacturedAt: iso(midnight(downloadedMs) - 800 * DAY_MS),
        approvalNumber: 'e1-00',
      },
      sensors: [
        {
          serialNumber: { ...SERIAL_NUMBER, type: 'motion_sensor' },
          approvalNumber: 'e1-01',
          pairedAt: iso(midnight(downloadedMs) - 600 * DAY_MS),
        },
      ],
      gnssUnits: [],
      calibrations: [calibrationOf(download)],
      cards: [],
      itsConsents: [],
      powerInterruptions: [],
    },
  };
}

/** A vehicle unit of the first generation with all five parts. */
export function simulatedVehicleUnit(download: SimulatedDownload): Uint8Array {
  const days = daysOf(download);
  return writeVehicleUnitFile(
    [
      overviewOf(download, days[0]?.ms ?? download.downloadedMs),
      ...days.map((day) => activitiesOf(day, download)),
      EVENTS_AND_FAULTS,
      speedOf(days.at(-1)),
      technicalDataOf(download),
    ],
    download.chain.sign,
  );
}
