/** Elementary files of anonymised cards with the values that another public decoder's tests expect. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CHIP_FILES,
  FILE_IDS,
  FIRST_GENERATION_FILES,
  type FileName,
  readTachographFile,
  SECOND_GENERATION_FILES,
  writeCardBlock,
} from '../src/tachograph/index.ts';
import { VECTORS_DIR } from './vectors.ts';

const FOLDER = resolve(VECTORS_DIR, 'tachograph');
const isPresent = existsSync(FOLDER);
// biome-ignore lint/suspicious/noExplicitAny: golden files differ by elementary file
type Any = any;

const bytesOf = (name: string) =>
  Uint8Array.from(Buffer.from(readFileSync(resolve(FOLDER, `${name}.b64`), 'utf8'), 'base64'));
const golden = (name: string): Any =>
  JSON.parse(readFileSync(resolve(FOLDER, `${name}.golden.json`), 'utf8'));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fromHex = (text: string) => base64(Buffer.from(text, 'hex'));

/** Reads one file within a whole card, as a download contains it. */
function read(name: FileName, bytes: Uint8Array, generation: 1 | 2 = 1): Any {
  const block = { fileId: FILE_IDS[name], generation, isSignature: false, bytes };
  const file = readTachographFile(writeCardBlock(block));
  expect(file.problems.filter(({ code }) => code !== 'signature_missing')).toEqual([]);
  if (file.kind !== 'card') throw new Error(file.kind);
  const found = { ...file.chip, ...file.first, ...file.second } as Any;
  return found[name];
}

/** The bytes that a value is written as: they are the golden file's raw data. */
function codecOf(name: FileName, generation: 1 | 2): Any {
  const files = generation === 1 ? FIRST_GENERATION_FILES : SECOND_GENERATION_FILES;
  return (CHIP_FILES as Any)[name] ?? (files as Any)[name];
}

const NATIONS: Record<string, string> = { FIN: 'FINLAND' };
const nation = (sign: string) => NATIONS[sign] ?? sign;
const ENCODINGS: Record<number, string> = { 1: 'ISO_8859_1' };
const coded = ({ codePage, text }: Any, length: number) => ({
  encoding: ENCODINGS[codePage] ?? 'ENCODING_DEFAULT',
  length,
  value: text,
});
const plain = (value: string, length: number) => ({ length, value });
const vehicle = ({ nation: sign, number }: Any) => ({
  nation: nation(sign),
  number: coded(number, 13),
});
/** Members whose value is not set are absent from golden files. */
const set = (members: Record<string, Any>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const EVENTS: Record<string, string> = {
  card_insertion_while_driving: 'GENERAL_CARD_INSERTION_WHILE_DRIVING',
  event_unspecified: 'GENERAL_NO_FURTHER_DETAILS',
};
/** The golden files name the entries 2 to 5 otherwise than the regulation does. */
const ENTRY_TYPES: Record<string, string> = {
  begin: 'BEGIN',
  end: 'END',
  begin_manual: 'BEGIN_GNSS',
  end_manual: 'END_GNSS',
  begin_assumed: 'BEGIN_ITS',
  end_assumed: 'END_ITS',
};
const CONDITIONS: Record<string, string> = { reserved: 'RFU' };

const slices = (bytes: Uint8Array, from: number, size: number) =>
  Array.from({ length: Math.floor((bytes.length - from) / size) }, (_, i) =>
    base64(bytes.subarray(from + i * size, from + (i + 1) * size)),
  );

describe.skipIf(!isPresent)('elementary files of driver cards', () => {
  it('reads the chip', () => {
    const { serialNumber, manufacturingReferences } = read('ic', bytesOf('ic'));
    expect({
      icSerialNumber: fromHex(serialNumber),
      icManufacturingReferences: fromHex(manufacturingReferences),
    }).toEqual(golden('ic'));
    const icc = read('icc', bytesOf('icc'));
    const { serial, monthYear, manufacturerCode } = icc.extendedSerialNumber;
    expect({
      clockStop: icc.clockStop.toUpperCase(),
      cardExtendedSerialNumber: {
        serialNumber: String(serial),
        monthYear: { month: Number(monthYear.slice(5)), year: Number(monthYear.slice(0, 4)) },
        type: icc.extendedSerialNumber.type.toUpperCase(),
        manufacturerCode,
      },
      cardApprovalNumber: plain(icc.approvalNumber, 8),
      cardPersonaliserId: icc.personaliserId,
      embedderIcAssemblerId: {
        countryCode: plain(icc.embedder.countryCode, 2),
        moduleEmbedder: plain(icc.embedder.moduleEmbedder, 2),
        manufacturerInformation: icc.embedder.manufacturerInformation,
      },
      icIdentifier: fromHex(icc.icIdentifier),
    }).toEqual(golden('icc'));
  });

  it('reads the application and the identification', () => {
    const application = read('application_identification', bytesOf('application_identification'));
    expect({
      cardType: application.type.toUpperCase(),
      typeOfTachographCardId: application.type.toUpperCase(),
      cardStructureVersion: { rawData: fromHex(application.structureVersion), major: 0, minor: 0 },
      driver: {
        eventsPerTypeCount: application.eventsPerType,
        faultsPerTypeCount: application.faultsPerType,
        activityStructureLength: application.activityBytes,
        cardVehicleRecordsCount: application.vehicleRecords,
        cardPlaceRecordsCount: application.placeRecords,
      },
    }).toEqual(golden('application_identification'));

    const bytes = bytesOf('identification');
    const { card, holder } = read('identification', bytes);
    const raw = (from: number, length: number) => ({
      rawData: base64(bytes.subarray(from, from + length)),
    });
    const [year, month, day] = holder.birthDate.split('-').map(Number);
    expect({
      card: {
        cardIssuingMemberState: nation(card.issuingNation),
        driverIdentification: {
          driverIdentificationNumber: { ...plain(card.number.slice(0, 14), 14), ...raw(1, 14) },
          cardReplacementIndex: { ...plain(card.number[14], 1), ...raw(15, 1) },
          cardRenewalIndex: { ...plain(card.number[15], 1), ...raw(16, 1) },
        },
        cardIssuingAuthorityName: { ...coded(card.issuingAuthority, 35), ...raw(17, 36) },
        cardIssueDate: card.issuedAt,
        cardValidityBegin: card.validFrom,
        cardExpiryDate: card.expiresAt,
      },
      cardType: 'DRIVER_CARD',
      driverCardHolder: {
        cardHolderSurname: { ...coded(holder.holder.surname, 35), ...raw(65, 36) },
        cardHolderFirstNames: { ...coded(holder.holder.firstNames, 35), ...raw(101, 36) },
        cardHolderBirthDate: { year, month, day, ...raw(137, 4) },
        cardHolderPreferredLanguage: { ...plain(holder.language, 2), ...raw(141, 2) },
      },
    }).toEqual(golden('identification'));
  });

  it('reads the driving licence, the current use and controls', () => {
    const licence = read('driving_licence_info', bytesOf('driving_licence'));
    expect({
      drivingLicenceIssuingAuthority: coded(licence.issuingAuthority, 35),
      drivingLicenceIssuingNation: nation(licence.issuingNation),
      drivingLicenceNumber: plain(licence.number, 16),
    }).toEqual(golden('driving_licence'));
    const usage = read('current_usage', bytesOf('current_usage'));
    expect({
      sessionOpenTime: usage.openedAt,
      sessionOpenVehicle: vehicle(usage.vehicle),
    }).toEqual(golden('current_usage'));
    const bytes = bytesOf('control_activity');
    const control = read('control_activity_data', bytes);
    expect({ valid: control.controlledAt !== null, rawData: base64(bytes) }).toEqual(
      golden('control_activity'),
    );
  });

  it('reads events', () => {
    const bytes = bytesOf('events');
    const raw = slices(bytes, 0, 24);
    const events = read('events_data', bytes).map((event: Any, i: number) =>
      event.beginAt === null
        ? { valid: false, rawData: raw[i] }
        : {
            valid: true,
            eventType: EVENTS[event.type] ?? event.type,
            ...set({ eventBeginTime: event.beginAt, eventEndTime: event.endAt }),
            eventVehicleRegistration: vehicle(event.vehicle),
            rawData: raw[i],
          },
    );
    expect({ events }).toEqual(golden('events'));
  });

  it('reads vehicles, places and specific conditions', () => {
    const vehicleBytes = bytesOf('vehicles');
    const rawVehicles = slices(vehicleBytes, 2, 31);
    const vehicles = read('vehicles_used', vehicleBytes);
    expect({
      newestRecordIndex: vehicles.newest,
      records: vehicles.records.map((record: Any, i: number) => ({
        vehicleOdometerBeginKm: record.odometerBeginKm,
        vehicleOdometerEndKm: record.odometerEndKm,
        ...set({ vehicleFirstUse: record.firstUseAt, vehicleLastUse: record.lastUseAt }),
        vehicleRegistration: vehicle(record.vehicle),
        vuDataBlockCounter: { value: record.dataBlockCounter, length: 2 },
        rawData: rawVehicles[i],
      })),
      rawData: base64(vehicleBytes),
      signature: '',
    }).toEqual(golden('vehicles'));

    const placeBytes = bytesOf('places');
    const rawPlaces = slices(placeBytes, 1, 10);
    const places = read('places', placeBytes);
    expect({
      newestRecordIndex: places.newest,
      records: places.records.map((record: Any, i: number) => ({
        entryTime: record.time,
        entryTypeDailyWorkPeriod: ENTRY_TYPES[record.type] ?? record.type,
        dailyWorkPeriodCountry: nation(record.nation),
        dailyWorkPeriodRegion: fromHex(record.region),
        vehicleOdometerKm: record.odometerKm,
        rawData: rawPlaces[i],
      })),
      rawData: base64(placeBytes),
    }).toEqual(golden('places'));

    const conditions = read('specific_conditions', bytesOf('specific_conditions'));
    expect({
      records: conditions.map((record: Any) =>
        set({
          entryTime: record.time,
          specificConditionType: CONDITIONS[record.type] ?? record.type,
        }),
      ),
    }).toEqual(golden('specific_conditions'));
  });

  it('reads the daily activities: linked days without a gap in the chain', () => {
    const bytes = bytesOf('activity');
    const { capacityBytes, days } = read('driver_activity_data', bytes);
    expect(capacityBytes).toBe(bytes.length - 4);
    expect(days.length).toBeGreaterThan(100);
    for (const [i, day] of days.entries()) {
      expect(day.changes.length, day.date).toBeGreaterThan(0);
      // Entries by hand are stored behind those of the vehicle unit, so minutes can go back.
      expect(day.changes[0].minute, day.date).toBe(0);
      if (i > 0) expect(Date.parse(day.date)).toBeGreaterThan(Date.parse(days[i - 1].date));
    }
  });

  it('writes what it has read', () => {
    const written = ['ic', 'icc', 'application_identification', 'current_usage', 'vehicles'];
    const names: FileName[] = [
      'ic',
      'icc',
      'application_identification',
      'current_usage',
      'vehicles_used',
    ];
    for (const [i, file] of written.entries()) {
      const bytes = bytesOf(file);
      const name = names[i] as FileName;
      expect(base64(codecOf(name, 1).write(read(name, bytes))), file).toBe(base64(bytes));
    }
  });
});
