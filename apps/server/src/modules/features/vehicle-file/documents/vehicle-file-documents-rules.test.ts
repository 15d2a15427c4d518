import { describe, expect, it } from 'vitest';
import { acceptDocument } from './vehicle-file-documents-rules.ts';

type Type = Parameters<typeof acceptDocument>[1];
type Vehicle = Parameters<typeof acceptDocument>[2];

const OTHER = {
  name: 'Other',
  reference: 'OTHER',
  internal_use: false,
  vehicle_types: [],
  schedule_type_id: null,
  require_user_date_input: false,
  use_activity_statuses_on_ui: false,
  statuses: [],
} as unknown as Type;
const VEHICLE = { registration: 'AB12 CDE', type: 'VAN' } as unknown as Vehicle;

const accept = (day: string, timeZone: string | null, now: string) =>
  acceptDocument(
    {
      status: 'Pass',
      description: 'A letter',
      fulfilledAt: `${day}T00:00:00Z`,
      hasFile: false,
      timeZone,
    },
    OTHER,
    VEHICLE,
    Date.parse(now),
  ).fulfilledAt?.toISOString();

describe('the day of a document', () => {
  it.each([
    ['Pacific/Auckland', '2026-11-20T11:30:00Z', '2026-11-21', '2026-11-22'],
    ['America/Los_Angeles', '2026-11-21T05:00:00Z', '2026-11-20', '2026-11-21'],
    ['Europe/London', '2026-06-01T23:30:00Z', '2026-06-02', '2026-06-03'],
    // Without a zone of the person or the caller, today anywhere on Earth is accepted.
    [null, '2026-11-20T11:30:00Z', '2026-11-21', '2026-11-22'],
  ])('[H-47] [H-48] in %s at %s may be %s and not %s', (zone, now, today, tomorrow) => {
    expect(accept(today, zone, now)).toBe(`${today}T00:00:00.000Z`);
    expect(() => accept(tomorrow, zone, now)).toThrow('validation.date_after_today');
  });
});
