/** Downloaded tachograph files of simulated drivers and vehicles, signed by a made-up authority. */
import {
  type ActivityChange,
  type CardDay,
  type IssuedChain,
  issueRsaChain,
  type TransferContent,
  writeCardFile,
  writeVehicleUnitFile,
} from '@roadworthy/protocols';

const DAY_MS = 86_400_000;
const RING_BYTES = 13_776;
const LATIN_1 = 1;
const GREAT_BRITAIN = 'UK';
const ODOMETER_START_KM = 100_000;
const DAY_KM = 320;

export interface SimulatedHolder {
  /** 16 characters, the last two are the replacement and renewal index. */
  readonly cardNumber: string;
  readonly firstNames: string;
  readonly surname: string;
}

export interface SimulatedVehicle {
  readonly registration: string;
  /** 17 characters. */
  readonly vin: string;
}

export interface SimulatedDownload {
  readonly holder: SimulatedHolder;
  readonly vehicle: SimulatedVehicle;
  /** The day of the download, ms since 1970; the days before it have activities. */
  readonly downloadedMs: number;
  readonly days: number;
  readonly chain: IssuedChain;
}

const coded = (text: string) => ({ codePage: LATIN_1, text });
const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const midnight = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** A day of work: two driving periods with a break; free on Sundays. */
function changesOf(dayMs: number): ActivityChange[] {
  const change = (minute: number, activity: ActivityChange['activity'], isIn = true) =>
    ({ slot: 'driver', crew: false, cardInserted: isIn, activity, minute }) as const;
  if (new Date(dayMs).getUTCDay() === 0) return [change(0, 'rest', false)];
  // Shifts begin between 05:30 and 06:29, by the number of the day.
  const start = 330 + (((dayMs / DAY_MS) * 17) % 60);
  return [
    change(0, 'rest', false),
    change(start, 'work'),
    change(start + 20, 'drive'),
    change(start + 230, 'rest'),
    change(start + 275, 'drive'),
    change(start + 440, 'available'),
    change(start + 470, 'drive'),
    change(start + 530, 'work'),
    change(start + 560, 'rest', false),
  ];
}

interface WorkDay {
  readonly ms: number;
  readonly changes: ActivityChange[];
  readonly isWork: boolean;
  readonly odometerKm: number;
}

function daysOf({ downloadedMs, days }: SimulatedDownload): WorkDay[] {
  const first = midnight(downloadedMs) - days * DAY_MS;
  let odometerKm = ODOMETER_START_KM;
  return Array.from({ length: days }, (_, n) => {
    const ms = first + n * DAY_MS;
    const changes = changesOf(ms);
    const day = { ms, changes, isWork: changes.length > 1, odometerKm };
    odometerKm += day.isWork ? DAY_KM : 0;
    return day;
  });
}

const startOf = ({ ms, changes }: WorkDay) => iso(ms + (changes[1]?.minute ?? 0) * 60_000);
const endOf = ({ ms, changes }: WorkDay) => iso(ms + (changes.at(-1)?.minute ?? 0) * 60_000);

/** A driver card of the first generation. */
export function simulatedCard(download: SimulatedDownload): Uint8Array {
  const { holder, vehicle, chain, downloadedMs } = download;
  const days = daysOf(download);
  const worked = days.filter(({ isWork }) => isWork);
  const registration = { nation: GREAT_BRITAIN, number: coded(vehicle.registration) };
  const cardDays = days.map(
    ({ ms, changes, isWork }, n): CardDay => ({
      date: iso(ms),
      presenceCounter: n,
      distanceKm: isWork ? DAY_KM : 0,
      changes,
    }),
  );
  const yearMs = 365 * DAY_MS;
  return writeCardFile(
    {
      cardType: 'driver_card',
      chip: { ic: { serialNumber: '00000001', manufacturingReferences: '00000001' } },
      first: {
        application_identification: {
          type: 'driver_card',
          structureVersion: '0000',
          eventsPerType: 12,
          faultsPerType: 24,
          activityBytes: RING_BYTES,
          vehicleRecords: 200,
          placeRecords: 112,
        },
        card_certificate: Buffer.from(chain.own).toString('hex'),
        ca_certificate: Buffer.from(chain.memberState).toString('hex'),
        identification: {
          card: {
            issuingNation: GREAT_BRITAIN,
            number: holder.cardNumber,
            issuingAuthority: coded('Simulated authority'),
            issuedAt: iso(midnight(downloadedMs) - yearMs),
            validFrom: iso(midnight(downloadedMs) - yearMs),
            expiresAt: iso(midnight(downloadedMs) + 4 * yearMs),
          },
          holder: {
            holder: { surname: coded(holder.surname), firstNames: coded(holder.firstNames) },
            birthDate: '1980-05-17',
            language: 'en',
          },
        },
        events_data: [
          {
            type: 'card_insertion_while_driving',
            beginAt: worked[0] === undefined ? null : startOf(worked[0]),
            endAt: worked[0] === undefined ? null : startOf(worked[0]),
            vehicle: registration,
          },
        ],
        faults_data: [],
        driver_activity_data: { capacityBytes: RING_BYTES, oldestAt: 0, days: cardDays },
        vehicles_used: {
          newest: Math.max(0, worked.length - 1),
          records: worked.map((day, n) => ({
            odometerBeginKm: day.odometerKm,
            odometerEndKm: day.odometerKm + DAY_KM,
            firstUseAt: startOf(day),
            lastUseAt: endOf(day),
            vehicle: registration,
            dataBlockCounter: n,
          })),
        },
        places: {
          newest: Math.max(0, 2 * worked.length - 1),
          records: worked.flatMap((day) => [
            {
              time: startOf(day),
              type: 'begin' as const,
              nation: GREAT_BRITAIN,
              region: '00',
              odometerKm: day.odometerKm,
            },
            {
              time: endOf(day),
              type: 'end' as const,
              nation: GREAT_BRITAIN,
              region: '00',
              odometerKm: day.odometerKm + DAY_KM,
            },
          ]),
        },
        specific_conditions: [],
      },
      second: null,
    },
    { first: chain.sign },
  );
}

/** A vehicle unit of the first generation with all five parts. */
export function simulatedVehicleUnit(download: SimulatedDownload): Uint8Array {
  const { holder, vehicle, chain, downloadedMs } = download;
  const registration = { nation: GREAT_BRITAIN, number: coded(vehicle.registration) };
  const card = {
    type: 'driver_card' as const,
    nation: GREAT_BRITAIN,
    number: holder.cardNumber,
  };
  const days = daysOf(download);
  const none = { positions: [], borderCrossings: [], loadUnloads: [] };
  const name = { surname: coded(holder.surname), firstNames: coded(holder.firstNames) };
  const codriver: ActivityChange = {
    slot: 'co_driver',
    crew: false,
    cardInserted: false,
    activity: 'rest',
    minute: 0,
  };
  const activities = days.map(
    (day): TransferContent => ({
      part: 'activities',
      form: '1',
      data: {
        ...none,
        date: iso(day.ms),
        odometerMidnightKm: day.odometerKm,
        cardUses: day.isWork
          ? [
              {
                holder: name,
                card,
                cardExpiresAt: iso(midnight(downloadedMs) + 365 * DAY_MS),
                insertedAt: startOf(day),
                odometerAtInsertionKm: day.odometerKm,
                slot: 'driver',
                withdrawnAt: endOf(day),
                odometerAtWithdrawalKm: day.odometerKm + DAY_KM,
                previousVehicle: { vehicle: registration, withdrawnAt: null },
                manualInput: 'no',
              },
            ]
          : [],
        changes: [...day.changes.slice(0, 1), codriver, ...day.changes.slice(1)],
        places: [],
        specificConditions: [],
      },
    }),
  );
  const serialNumber = {
    serial: 1,
    monthYear: '2020-01',
    type: 'vehicle_unit',
    manufacturerCode: 0,
  } as const;
  const last = days.at(-1);
  const contents: TransferContent[] = [
    {
      part: 'overview',
      form: '1',
      data: {
        memberStateCertificate: Buffer.from(chain.memberState).toString('hex'),
        vuCertificate: Buffer.from(chain.own).toString('hex'),
        vin: vehicle.vin,
        registration,
        currentTime: iso(downloadedMs),
        downloadablePeriod: { from: iso(days[0]?.ms ?? downloadedMs), to: iso(downloadedMs) },
        cardSlots: 1,
        lastDownload: { time: null, card: null, organisation: coded('') },
        companyLocks: [],
        controls: [],
      },
    },
    ...activities,
    {
      part: 'events_and_faults',
      form: '1',
      data: {
        faults: [],
        events: [],
        overspeedControl: { lastControlAt: null, firstOverspeedAt: null, overspeedCount: 0 },
        overspeedEvents: [],
        timeAdjustments: [],
      },
    },
    {
      part: 'speed',
      form: '1',
      data: {
        blocks:
          last === undefined
            ? []
            : Array.from({ length: 120 }, (_, minute) => ({
                beginAt: iso(last.ms + (420 + minute) * 60_000),
                speedsKmh: Array.from({ length: 60 }, (_, s) => 60 + ((minute + s) % 30)),
              })),
      },
    },
    {
      part: 'technical_data',
      form: '1',
      data: {
        unit: {
          manufacturer: coded('Simulated maker'),
          manufacturerAddress: coded(''),
          partNumber: 'SIM-1',
          serialNumber,
          softwareVersion: '0001',
          softwareInstalledAt: iso(midnight(downloadedMs) - 700 * DAY_MS),
          manufacturedAt: iso(midnight(downloadedMs) - 800 * DAY_MS),
          approvalNumber: 'e1-00',
        },
        sensors: [
          {
            serialNumber: { ...serialNumber, type: 'motion_sensor' },
            approvalNumber: 'e1-01',
            pairedAt: iso(midnight(downloadedMs) - 600 * DAY_MS),
          },
        ],
        gnssUnits: [],
        calibrations: [
          {
            purpose: 'periodic_inspection',
            workshop: coded('Simulated workshop'),
            address: coded(''),
            workshopCard: null,
            workshopCardExpiresAt: null,
            vin: vehicle.vin,
            vehicle: registration,
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
          },
        ],
        cards: [],
        itsConsents: [],
        powerInterruptions: [],
      },
    },
  ];
  return writeVehicleUnitFile(contents, chain.sign);
}

/** Certificates of a made-up authority, for cards and for vehicle units. */
export function issueTachographChains(): { card: IssuedChain; unit: IssuedChain } {
  const [DRIVER_CARD, VEHICLE_UNIT] = [1, 6];
  return { card: issueRsaChain(DRIVER_CARD), unit: issueRsaChain(VEHICLE_UNIT) };
}
