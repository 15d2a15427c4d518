/** States of the onboarding of an agency driver, as stored. */
export const ONBOARDING_STATES = [
  'invited',
  'in_progress',
  'submitted',
  'accepted',
  'rejected',
  'withdrawn',
] as const;
export type OnboardingState = (typeof ONBOARDING_STATES)[number];

/** States for people: an invitation whose link has expired before the driver has submitted is `expired`. */
export const ONBOARDING_SHOWN_STATES = [...ONBOARDING_STATES, 'expired'] as const;
export type OnboardingShownState = (typeof ONBOARDING_SHOWN_STATES)[number];

/** Documents that a driver photographs; kinds of the drivers' file. */
export const ONBOARDING_DOCUMENTS = [
  'licence',
  'cpc_card',
  'tachograph_card',
  'right_to_work',
] as const;
export type OnboardingDocument = (typeof ONBOARDING_DOCUMENTS)[number];

export const PHOTO_SIDES = ['front', 'back'] as const;
export type PhotoSide = (typeof PHOTO_SIDES)[number];

/** Categories that a driver can tick; the manager compares them with the licence. */
export const TICKED_CATEGORIES = ['B', 'BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D'] as const;

/** Days for which an invitation is valid. */
export const INVITATION_DAYS = [7, 14, 30] as const;

/** What a document has so far. */
export interface OnboardingEntries {
  readonly kind: OnboardingDocument;
  readonly title: string;
  readonly number: string;
  readonly expires_on: string | null;
  readonly categories: readonly string[];
  readonly has_front: boolean;
  readonly has_back: boolean;
}

/** Names of what a document still needs. A right to work without a limit has no expiry. */
export function missingEntries(entries: OnboardingEntries): string[] {
  const { kind } = entries;
  const isLicence = kind === 'licence';
  const isRight = kind === 'right_to_work';
  return [
    ...(entries.has_front ? [] : ['front']),
    ...(isLicence && !entries.has_back ? ['back'] : []),
    ...(isRight && entries.title === '' ? ['title'] : []),
    ...(!isRight && entries.number === '' ? ['number'] : []),
    ...(!isRight && entries.expires_on === null ? ['expires_on'] : []),
    ...(isLicence && entries.categories.length === 0 ? ['categories'] : []),
  ];
}
