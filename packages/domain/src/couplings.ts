/** Where a coupling comes from: a person in the office, a driver's walkaround, a device or the place. */
export const COUPLING_SOURCES = ['hand', 'driver', 'device', 'place'] as const;
export type CouplingSource = (typeof COUPLING_SOURCES)[number];

/** Whether the trailer is still coupled. */
export const COUPLING_STATES = ['open', 'ended'] as const;
export type CouplingState = (typeof COUPLING_STATES)[number];

/** The most trailers that a vehicle pulls: a drawbar combination with two, or two semi-trailers. */
export const MAX_TRAILERS = 2;
