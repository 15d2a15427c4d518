/** Key prefixes of the widgets that all small pages use. */
const SHARED = ['signature.', 'photos.', 'app.name', 'action.', 'toast.invalid'] as const;

/**
 * Prefixes of the locale keys that a page for phones on weak networks uses. The page is built with
 * those texts only, including the customer's custom texts (areas J and K, RP-27, R-030).
 */
export const SMALL_PAGE_TEXTS = {
  public: ['qr.', 'help.', 'accident.', 'known.', 'vehicleFile.status.', 'date.', ...SHARED],
  walkaround: ['walk.', ...SHARED],
} as const;

export type SmallPage = keyof typeof SMALL_PAGE_TEXTS;
