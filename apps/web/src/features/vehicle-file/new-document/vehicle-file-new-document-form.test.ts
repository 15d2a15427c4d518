import { afterEach, describe, expect, it, vi } from 'vitest';
import { FILE_LIMIT_BYTES, fileFault } from '../../../ui/vehicle-file/file-rules.ts';
import { activityType } from '../test-records.ts';
import { PANEL_VEHICLES, type PanelVehicle } from './panel-vehicles.ts';
import {
  descriptionFault,
  EMPTY_FORM,
  isOld,
  isValid,
  lacksDocument,
  makesSchedule,
  requestOf,
  withAnswer,
  withDay,
  withType,
  withVehicle,
} from './vehicle-file-new-document-form.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const TODAY = '2026-11-21';
const TEXT = 'Manual Safety Inspection for AB12 CDE';
const vehicle: PanelVehicle = {
  id: 12,
  registration: 'AB12 CDE',
  type: 'VAN',
  vehicle_type: { id: 1, reference: 'FUEL', name: 'Diesel' },
  manufacturer_model: null,
  permission: null,
};
const ofType = (reference: string, changes = {}) =>
  withType({ ...EMPTY_FORM, vehicle }, activityType(9, reference, changes), TEXT, TODAY);
const file = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });

describe('flow of a new document', () => {
  it('[H-68] searches vehicles 300 ms after typing', () =>
    expect(PANEL_VEHICLES.debounceMs).toBe(300));

  it('[H-08] [H-09] another vehicle, or none, clears the activity type', () => {
    expect(withVehicle(ofType('MOT'), { ...vehicle, id: 13 })).toMatchObject({ type: null });
    expect(withVehicle(ofType('MOT'), null)).toMatchObject({ type: null, vehicle: null });
  });

  it('[H-13] [H-14] [H-15] a safety inspection has a fixed description and status', () =>
    expect(ofType('SAFETY_INSPECTION')).toMatchObject({
      description: TEXT,
      status: { name: 'Completed' },
    }));

  it('[H-16] a PMI form has a fixed status, and suppresses schedules', () => {
    const form = ofType('PMI_FORM', { schedule_type: 2 });
    expect(form).toMatchObject({ description: '', status: { name: 'Completed' } });
    expect(makesSchedule(form)).toBe(false);
  });

  it('[H-17] every other type clears description and status', () =>
    expect(
      withType(ofType('SAFETY_INSPECTION'), activityType(9, 'MOT'), TEXT, TODAY),
    ).toMatchObject({ description: '', status: null }));

  it('[H-18] [H-19] [H-21] a type with a day defaults to today, unconfirmed; others are confirmed', () => {
    expect(ofType('MOT', { require_user_date_input: true })).toMatchObject({
      fulfilledOn: TODAY,
      isDateConfirmed: false,
    });
    expect(ofType('MOT')).toMatchObject({ fulfilledOn: null, isDateConfirmed: true });
  });

  it('[H-20] [H-21] any selected day needs confirmation; "No" clears it', () => {
    const chosen = withDay(ofType('MOT'), '2026-11-02');
    expect(chosen.isDateConfirmed).toBe(false);
    expect(withAnswer(chosen, true)).toMatchObject({
      fulfilledOn: '2026-11-02',
      isDateConfirmed: true,
    });
    expect(withAnswer(chosen, false)).toMatchObject({ fulfilledOn: null, isDateConfirmed: true });
    const asked = ofType('MOT', { require_user_date_input: true });
    expect(withAnswer(asked, false)).toMatchObject({ fulfilledOn: null, isDateConfirmed: false });
  });

  it('[H-42] [H-43] [H-46] is valid with vehicle, type, status, description and a confirmed day', () => {
    const status = { id: 1, name: 'Pass', do_not_create_schedule_activities: false };
    const form = { ...ofType('MOT'), description: 'MOT pass', status };
    expect(isValid(form)).toBe(true);
    expect(isValid({ ...form, status: null })).toBe(false);
    expect(isValid({ ...form, vehicle: null })).toBe(false);
    expect(isValid({ ...form, type: null })).toBe(false);
    expect(isValid({ ...form, description: 'M' })).toBe(false);
    expect(isValid({ ...form, isDateConfirmed: false })).toBe(false);
  });

  it('[H-41] the description has 2 to 90 characters', () => {
    expect(descriptionFault('')?.key).toBe('vehicleFile.required');
    expect(descriptionFault(' a ')).toEqual({ key: 'vehicleFile.minLength', length: 2 });
    expect(descriptionFault('ab')).toBeNull();
    expect(descriptionFault('a'.repeat(90))).toBeNull();
    expect(descriptionFault('a'.repeat(91))).toEqual({ key: 'vehicleFile.maxLength', length: 90 });
  });

  it('[H-44] a type with a schedule needs a document', () => {
    expect(lacksDocument(ofType('MOT', { schedule_type: 2 }))).toBe(true);
    expect(lacksDocument(ofType('MOT'))).toBe(false);
    expect(lacksDocument({ ...ofType('MOT', { schedule_type: 2 }), document: file })).toBe(false);
  });

  it('[H-49] a day is old when it is more than six months in the past', () => {
    expect(isOld('2026-05-20', TODAY)).toBe(true);
    expect(isOld('2026-05-21', TODAY)).toBe(false);
  });

  it('[H-57] a file is smaller than 9,000,000 bytes, to the byte', () => {
    const pdf = (size: number) => ({ type: 'application/pdf', size });
    expect(FILE_LIMIT_BYTES).toBe(9_000_000);
    expect(fileFault(pdf(8_999_999))).toBeNull();
    expect(fileFault(pdf(9_000_000))).toBe('vehicleFile.tooLarge');
  });

  it('[H-56] only images and PDFs are accepted', () => {
    expect(fileFault({ type: 'image/webp', size: 10 })).toBeNull();
    expect(fileFault({ type: 'application/x-msdownload', size: 10 })).toBe(
      'vehicleFile.validFormat',
    );
  });
});

describe('request of a new document', () => {
  afterEach(() => vi.unstubAllEnvs());

  const PASS = { id: 1, name: 'Pass', do_not_create_schedule_activities: false };
  const FAIL = { id: 2, name: 'Fail', do_not_create_schedule_activities: true };

  it('[H-63] an unscheduled activity names its type by reference', () => {
    const form = { ...ofType('OTHER'), description: ' To Leeds ', status: PASS };
    expect(requestOf(form)).toEqual({
      query: {
        overwrite_task_queue: 'False',
        fulfill_scheduled_activity: 'False',
        filter_schedule_by_vehicle_type: 'True',
        scheduled_activity_type: undefined,
        time_zone: ZONE,
      },
      fields: {
        vehicle: '12',
        activity_type: 'OTHER',
        status: 'Pass',
        description: 'To Leeds',
      },
    });
  });

  it('[H-64] a scheduled one clears the field and is sent as a parameter', () => {
    const form = { ...ofType('MOT', { schedule_type: 2 }), status: PASS, description: 'MOT' };
    expect(requestOf(form)).toMatchObject({
      query: {
        overwrite_task_queue: 'True',
        fulfill_scheduled_activity: 'True',
        scheduled_activity_type: 9,
      },
      fields: { activity_type: '' },
    });
  });

  it('[H-23] a status that suppresses schedules neither fulfils nor creates one', () => {
    const form = { ...ofType('MOT', { schedule_type: 2 }), status: FAIL, description: 'MOT' };
    expect(requestOf(form).query).toMatchObject({
      overwrite_task_queue: 'False',
      fulfill_scheduled_activity: 'False',
    });
  });

  it('[H-66] a manual safety inspection carries the flag and the registration', () =>
    expect(requestOf(ofType('SAFETY_INSPECTION', { schedule_type: 2 }))).toEqual({
      query: {
        scheduled_activity_type_reference: 'SAFETY_INSPECTION',
        overwrite_task_queue: 'True',
        time_zone: ZONE,
      },
      fields: {
        vehicle: '12',
        activity_type: 'SAFETY_INSPECTION',
        status: 'Completed',
        description: TEXT,
        registration: 'AB12 CDE',
      },
    }));

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London'])(
    '[H-48] the day is sent as its midnight in UTC from a browser in %s, which names its zone',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const { query, fields } = requestOf(withDay(ofType('MOT'), '2026-06-01'));
      expect(fields).toMatchObject({ activity_fulfilled_at: '2026-06-01T00:00:00Z' });
      expect(query).toMatchObject({ time_zone: zone });
    },
  );
});
