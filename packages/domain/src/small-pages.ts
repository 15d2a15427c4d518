/** Texts of the widgets that all small pages use. */
const SHARED = ['signature.', 'photos.', 'app.name', 'action.', 'toast.invalid'] as const;

/**
 * How the names of the texts begin that a page for phones on weak networks says: it is built with those
 * alone, and a customer's own words come with them (areas J and K, RP-27, R-030).
 */
export const SMALL_PAGE_TEXTS = {
  public: ['qr.', 'help.', 'accident.', 'known.', 'vehicleFile.status.', 'date.', ...SHARED],
  walkaround: ['walk.', ...SHARED],
} as const;

export type SmallPage = keyof typeof SMALL_PAGE_TEXTS;
