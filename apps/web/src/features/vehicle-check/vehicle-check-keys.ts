/** Query key of the figures of places and vehicles. */
export const FIGURES = 'check-figures';
/** Query key of every list of the depot screen. */
export const LISTS = 'check-lists';
/** Query key of reports, letters and surveys. */
export const RECORDS = 'check-records';
/** Query key of the damage to a vehicle. */
export const DAMAGES = 'check-damages';
