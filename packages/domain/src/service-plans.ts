/** By what a service is due first. */
export const SERVICE_CAUSES = ['time', 'distance', 'engine_hours'] as const;
export type ServiceCause = (typeof SERVICE_CAUSES)[number];

/** Where the odometer of a vehicle is taken from. */
export const ODOMETER_SOURCES = ['reading', 'tracker', 'trips'] as const;
export type OdometerSource = (typeof ODOMETER_SOURCES)[number];

/** Who read a meter. */
export const READING_SOURCES = ['office', 'walkaround', 'inspection', 'mot', 'handover'] as const;
export type ReadingSource = (typeof READING_SOURCES)[number];

/** How a reading contradicts the one before it: lower, or higher than the vehicle can have covered since. */
export const READING_FINDINGS = ['lower', 'higher'] as const;
export type ReadingFinding = (typeof READING_FINDINGS)[number];

/** States of a next service; a schedule has more. */
export const SERVICE_STATES = ['overdue', 'due', 'expiring', 'planned'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];
