/** What is downloaded: the card of a driver, or the vehicle unit of a vehicle. */
export const DOWNLOAD_KINDS = ['driver_card', 'vehicle_unit'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

/** `never`: no file is stored yet. `exempt`: a person has said why no download is needed. */
export const DOWNLOAD_STATES = ['overdue', 'never', 'due_soon', 'in_time', 'exempt'] as const;
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** States for a list: `due` are all that need a download now or soon, `late` those that are overdue or never were. */
export const DOWNLOAD_FILTERS = ['due', 'late', ...DOWNLOAD_STATES] as const;
export type DownloadFilter = (typeof DOWNLOAD_FILTERS)[number];

/** Days between two downloads at most (Regulation (EU) No 581/2010, article 1). */
export const LONGEST_DOWNLOAD_DAYS = { driver_card: 28, vehicle_unit: 90 } as const;

/** Days before the date from which a download is due soon, unless the customer has set another number. */
export const DOWNLOAD_WARNING_DAYS = 7;
