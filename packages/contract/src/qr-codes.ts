import { VEHICLE_FILE, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, utc } from './fields.ts';
import { ownTexts } from './shapes.ts';

const PUBLIC = { kind: 'public' } as const;

/** Requests a minute from one address (requirement J-P01). */
const RATE = 30;

/** What is printed on a vehicle. */
const code = z.string().regex(/^[\w-]{1,64}$/, 'This is no code of a vehicle');
const registration = z
  .string()
  .trim()
  .min(1)
  .max(20)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'This is no registration');

/** Which vehicle a visitor stands beside: by its code, or by its registration (J-04, J-P01). */
const visited = z
  .object({
    qrid: code.optional(),
    registration: registration.optional(),
    vehicle_id: idText.optional(),
  })
  .meta({ id: 'VisitedVehicle' });

const qrActivity = z
  .object({
    activity_type: z.object({ reference: z.string(), name: z.string() }),
    /** Empty, as the status, where the registration alone was given. */
    description: z.string(),
    date: utc,
    status: z.string(),
    /** A signed address, as `pdf`; null without a code or the vehicle's own id (J-P01). */
    document: z.string().nullable(),
    record_id: id.nullable(),
    vehicle: z.object({ registration: z.string() }),
    reference_number: z.string().nullable(),
    pdf: z.string().nullable(),
  })
  .meta({ id: 'QrActivity' });

const vehicleCode = z
  .object({
    vehicle: z.object({ id, registration: z.string() }),
    /** Null while the vehicle has none that opens a page. */
    qr_code: z
      .object({
        qrid: code,
        /** Address of the documents of the vehicle, and of its help page. */
        documents_url: z.string(),
        help_url: z.string(),
        created_at: utc,
        created_by: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'VehicleCode' });

const byVehicle = z.object({ vehicle: idText });

/** The codes on vehicles and the public pages behind them (areas J and K). */
export const qrCodes = {
  driverCheckLatest: endpoint({
    method: 'GET',
    path: '/api/driver_check_latest/',
    ids: ['R-155', 'J-23'],
    summary: 'The latest driver check of a vehicle; 404 where there is none.',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: visited,
    answer: z
      .object({
        driver_check_id: id,
        date: utc,
        /** A signed address; null where the registration alone was given. */
        pdf: z.string().nullable(),
      })
      .meta({ id: 'LatestDriverCheck' }),
  }),
  documentLatest: endpoint({
    method: 'GET',
    path: '/api/document_latest/',
    ids: ['R-156', 'J-24'],
    summary: 'The newest MOT, safety inspection and plating certificate of a vehicle (OP-083).',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: visited,
    answer: z
      .object({
        latest_vehicle_activities: z.array(qrActivity),
        /** Which vehicle the code, or the id with its registration, is of; else null. */
        vehicle: z.object({ id, registration: z.string() }).nullable(),
        /** Of the customer of that vehicle; none where it is null. */
        own_texts: ownTexts,
      })
      .meta({ id: 'LatestDocuments' }),
  }),
  readCode: endpoint({
    method: 'GET',
    path: '/api/vehicle_qr_codes/{vehicle}/',
    ids: ['J-P01'],
    summary: 'The code of a vehicle and the addresses that are printed with it.',
    access: VEHICLE_FILE,
    params: byVehicle,
    answer: vehicleCode,
  }),
  renewCode: endpoint({
    method: 'POST',
    path: '/api/vehicle_qr_codes/{vehicle}/renew/',
    ids: ['J-P01'],
    summary: 'Gives a vehicle a new code; the old one opens nothing any more.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    status: 201,
    answer: vehicleCode,
  }),
  revokeCode: endpoint({
    method: 'POST',
    path: '/api/vehicle_qr_codes/{vehicle}/revoke/',
    ids: ['J-P01'],
    summary: 'Ends the code of a vehicle without giving a new one.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    answer: vehicleCode,
  }),
  labels: endpoint({
    method: 'GET',
    path: '/api/vehicle_qr_labels/',
    ids: ['J-P01', 'K-01'],
    summary: 'Labels to print as a PDF: of one vehicle, of a depot, or of all that one may see.',
    access: VEHICLE_FILE,
    query: z.object({
      vehicle: idText.optional(),
      vehicle_group: idText.optional(),
      /** Where the printed code leads: to the documents, or to the help page. */
      page: z.enum(['documents', 'help']).default('documents'),
    }),
    raw: 'file',
  }),
} as const;
