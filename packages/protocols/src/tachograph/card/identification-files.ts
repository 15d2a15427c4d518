/** Files that identify the card, its holder and its application (appendix 2, chapter 4). */
import { clockStop, equipmentType } from '../types/codes.ts';
import { cardNumber, holderName, serialNumber } from '../types/identities.ts';
import { encode, fields, hex, type Layout, u8, u16, type ValueOf } from '../types/layout.ts';
import { nation } from '../types/nations.ts';
import { address, ascii, codedText, name } from '../types/text.ts';
import { dateBcd, timeReal } from '../types/time.ts';
import { type ElementaryFile, fixed } from './elementary-file.ts';

export type CardType = 'driver_card' | 'workshop_card' | 'control_card' | 'company_card';

const EMBEDDER = { countryCode: ascii(2), moduleEmbedder: ascii(2), manufacturerInformation: u8 };

export const icc = fixed(
  fields({
    clockStop,
    extendedSerialNumber: serialNumber,
    approvalNumber: ascii(8),
    personaliserId: u8,
    embedder: fields(EMBEDDER),
    icIdentifier: hex(2),
  }),
);

export const ic = fixed(fields({ serialNumber: hex(4), manufacturingReferences: hex(4) }));

const application = { type: equipmentType, structureVersion: hex(2) };
const driverCounts = {
  eventsPerType: u8,
  faultsPerType: u8,
  activityBytes: u16,
  vehicleRecords: u16,
};

/** What the card can store; counts are records. */
export type ApplicationIdentification = ValueOf<Layout<{ type: ValueOf<typeof equipmentType> }>> & {
  readonly structureVersion: string;
  readonly eventsPerType?: number;
  readonly faultsPerType?: number;
  readonly activityBytes?: number;
  readonly vehicleRecords?: number;
  readonly placeRecords?: number;
  readonly calibrationRecords?: number;
  readonly gnssRecords?: number;
  readonly specificConditionRecords?: number;
  readonly vehicleUnitRecords?: number;
  readonly activityRecords?: number;
};

const APPLICATIONS = {
  driver_card: {
    first: fields({ ...application, ...driverCounts, placeRecords: u8 }),
    second: fields({
      ...application,
      ...driverCounts,
      placeRecords: u16,
      gnssRecords: u16,
      specificConditionRecords: u16,
      vehicleUnitRecords: u16,
    }),
  },
  workshop_card: {
    first: fields({ ...application, ...driverCounts, placeRecords: u8, calibrationRecords: u8 }),
    second: fields({
      ...application,
      ...driverCounts,
      placeRecords: u16,
      calibrationRecords: u16,
      gnssRecords: u16,
      specificConditionRecords: u16,
      vehicleUnitRecords: u16,
    }),
  },
  control_card: oneCount(),
  company_card: oneCount(),
};

function oneCount() {
  const layout = fields({ ...application, activityRecords: u16 });
  return { first: layout, second: layout };
}

function isCardType(type: string): type is CardType {
  return type in APPLICATIONS;
}

/** The type of card in the first byte decides about the rest; unknown types are read as driver cards. */
export function applicationIdentification(
  generation: 'first' | 'second',
): ElementaryFile<ApplicationIdentification> {
  const layoutOf = (type: string) =>
    APPLICATIONS[isCardType(type) ? type : 'driver_card'][
      generation
    ] as Layout<ApplicationIdentification>;
  return {
    read(bytes, place, problems) {
      const type = bytes.length > 0 ? equipmentType.read(bytes, 0) : 'driver_card';
      return fixed(layoutOf(type)).read(bytes, place, problems);
    },
    write: (value) => encode(layoutOf(value.type), value),
  };
}

export const applicationIdentificationV2 = fixed(
  fields({
    followingBytes: u16,
    borderCrossingRecords: u16,
    loadUnloadRecords: u16,
    loadTypeRecords: u16,
    vuConfigurationBytes: u16,
  }),
);

const card = fields({
  issuingNation: nation,
  number: cardNumber,
  issuingAuthority: name,
  issuedAt: timeReal,
  validFrom: timeReal,
  expiresAt: timeReal,
});
const person = { holder: holderName };
const HOLDERS = {
  driver_card: fields({ ...person, birthDate: dateBcd, language: ascii(2) }),
  workshop_card: fields({ organisation: name, address, ...person, language: ascii(2) }),
  control_card: fields({ organisation: name, address, ...person, language: ascii(2) }),
  company_card: fields({ organisation: name, address, language: ascii(2) }),
};

export interface CardHolder {
  /** Of a workshop, control body or company. */
  readonly organisation?: ValueOf<typeof name>;
  readonly address?: ValueOf<typeof address>;
  /** Of a driver, mechanic or controller. */
  readonly holder?: ValueOf<typeof holderName>;
  readonly birthDate?: string | null;
  readonly language: string;
}

export interface Identification {
  readonly card: ValueOf<typeof card>;
  readonly holder: CardHolder;
}

/** `type` is the type of card, which another file of the same card states. */
export function identification(type: CardType): ElementaryFile<Identification> {
  return fixed(
    fields({ card, holder: HOLDERS[type] }),
  ) as unknown as ElementaryFile<Identification>;
}

export const drivingLicence = fixed(
  fields({ issuingAuthority: codedText(35), issuingNation: nation, number: ascii(16) }),
);

export const driverCardDownload = fixed(fields({ downloadedAt: timeReal }));
export const workshopCardDownload = fixed(fields({ calibrationsSinceDownload: u16 }));
