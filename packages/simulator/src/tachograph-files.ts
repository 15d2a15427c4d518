/** Downloaded tachograph files of simulated drivers, signed by a made-up authority. */
import {
  type CardDay,
  type IssuedChain,
  issueRsaChain,
  writeCardFile,
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
} from './tachograph-days.ts';

const RING_BYTES = 13_776;

/** A driver card of the first generation. */
export function simulatedCard(download: SimulatedDownload): Uint8Array {
  const { holder, vehicle, chain, downloadedMs } = download;
  const days = daysOf(download);
  const worked = days.filter(({ isWork }) => isWork);
  const registration = registrationOf(vehicle);
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

/** Certificates of a made-up authority, for cards and for vehicle units. */
export function issueTachographChains(): { card: IssuedChain; unit: IssuedChain } {
  const [DRIVER_CARD, VEHICLE_UNIT] = [1, 6];
  return { card: issueRsaChain(DRIVER_CARD), unit: issueRsaChain(VEHICLE_UNIT) };
}
