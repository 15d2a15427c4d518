import { VEHICLE_FILE, VEHICLE_FILE_WRITE } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, utc } from './fields.ts';
import { ownTexts } from './shapes.ts';

const PUBLIC = { kind: 'public' } as const;

/** Requests a minute from one address (requirement J-P01). */
const RATE = 30;

/** The code as printed on a vehicle. */
const code = z.string().regex(/^[\w-]{1,64}$/, 'This is no code of a vehicle');
const registration = z
  .string()
  .trim()
  .min(1)
  .max(20)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'This is no registration');

/** The vehicle of a visitor: by its code or registration (J-04, J-P01). */
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
    /** Null if the vehicle has no active code. */
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
    summary: 'Get the latest driver check of a vehicle; 404 if there is none.',
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
    summary: 'Get the newest MOT, safety inspection and plating certificate of a vehicle (OP-083).',
    access: PUBLIC,
    ratePerMinute: RATE,
    query: visited,
    answer: z
      .object({
        latest_vehicle_activities: z.array(qrActivity),
        /** The vehicle of the code, or of the id with its registration; otherwise null. */
        vehicle: z.object({ id, registration: z.string() }).nullable(),
        /** The texts of that vehicle's customer; none without a vehicle. */
        own_texts: ownTexts,
      })
      .meta({ id: 'LatestDocuments' }),
  }),
  readCode: endpoint({
    method: 'GET',
    path: '/api/vehicle_qr_codes/{vehicle}/',
    ids: ['J-P01'],
    summary: 'Get the QR code of a vehicle and the addresses printed with it.',
    access: VEHICLE_FILE,
    params: byVehicle,
    answer: vehicleCode,
  }),
  renewCode: endpoint({
    method: 'POST',
    path: '/api/vehicle_qr_codes/{vehicle}/renew/',
    ids: ['J-P01'],
    summary: 'Replace the QR code of a vehicle. The old code stops working.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    status: 201,
    answer: vehicleCode,
  }),
  revokeCode: endpoint({
    method: 'POST',
    path: '/api/vehicle_qr_codes/{vehicle}/revoke/',
    ids: ['J-P01'],
    summary: 'Revoke the QR code of a vehicle.',
    access: VEHICLE_FILE_WRITE,
    params: byVehicle,
    answer: vehicleCode,
  }),
  labels: endpoint({
    method: 'GET',
    path: '/api/vehicle_qr_labels/',
    ids: ['J-P01', 'K-01'],
    summary: 'Get printable labels as a PDF: of one vehicle, a depot, or all visible vehicles.',
    access: VEHICLE_FILE,
    query: z.object({
      vehicle: idText.optional(),
      vehicle_group: idText.optional(),
      /** The target of the printed code: the documents or the help page. */
      page: z.enum(['documents', 'help']).default('documents'),
    }),
    raw: 'file',
  }),
} as const;
