/** What the figures of places and vehicles are kept under. */
export const FIGURES = 'check-figures';
/** What every list of the depot screen is kept under. */
export const LISTS = 'check-lists';
/** What reports, letters and surveys are kept under. */
export const RECORDS = 'check-records';
/** What the damages of a vehicle are kept under. */
export const DAMAGES = 'check-damages';
