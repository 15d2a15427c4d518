import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  missingEntries,
  type OnboardingShownState,
  TICKED_CATEGORIES,
  toApiDateTime,
} from '@roadworthy/domain';
import type { Files } from '../../../platform/files/index.ts';
import { momentOrNull } from '../records/index.ts';
import type { EnteredRow, OnboardingRow } from './agency-onboarding.repository.ts';

type Calls = typeof contract.agencyOnboarding;
export type Onboarding = AnswerOf<Calls['read']>;
export type OnboardingItem = AnswerOf<Calls['list']>['results'][number];

/** The state for people, by the clock of the server. */
export function shownState({
  state,
  expires_at: expiresAt,
}: Pick<OnboardingRow, 'state' | 'expires_at'>): OnboardingShownState {
  const isOpen = state === 'invited' || state === 'in_progress';
  return isOpen && expiresAt.getTime() <= Date.now() ? 'expired' : state;
}

/** Names of what a document still needs. */
export const missingOf = (row: EnteredRow): string[] =>
  missingEntries({
    ...row,
    has_front: row.front_file_id !== null,
    has_back: row.back_file_id !== null,
  });

/** What a driver has entered of a document, with signed addresses of the photographs. */
export function toEntered(files: Files, row: EnteredRow) {
  const address = (id: string | null) => (id === null ? null : files.signedAddress(id));
  return {
    kind: row.kind,
    title: row.title,
    number: row.number,
    issued_on: row.issued_on,
    expires_on: row.expires_on,
    categories: TICKED_CATEGORIES.filter((one) => row.categories.includes(one)),
    front: address(row.front_file_id),
    back: address(row.back_file_id),
    is_accepted: row.is_accepted,
    reason: row.reason,
    missing: missingOf(row),
  };
}

/** The accepted terms; null before. */
export const toAccepted = (row: OnboardingRow) =>
  row.terms_version === null || row.terms_accepted_at === null
    ? null
    : {
        version: row.terms_version,
        name: row.terms_name ?? '',
        at: toApiDateTime(row.terms_accepted_at.getTime()),
      };

export function toItem(row: OnboardingRow, entered: readonly EnteredRow[]): OnboardingItem {
  return {
    id: row.id,
    first_name: row.first_name,
    surname: row.surname,
    email: row.email,
    agency: { id: row.agency_id, name: row.agency },
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot ?? '' },
    state: shownState(row),
    invited_at: toApiDateTime(row.invited_at.getTime()),
    invited_by: row.invited_by,
    expires_at: toApiDateTime(row.expires_at.getTime()),
    submitted_at: momentOrNull(row.submitted_at),
    // Acceptance moves the documents to the drivers' file.
    documents_done:
      row.state === 'accepted'
        ? row.documents.length
        : entered.filter((one) => missingOf(one).length === 0).length,
    documents_needed: row.documents.length,
    engaged_until: row.engaged_until,
    driver: row.driver_id,
  };
}

export function toOnboarding(
  files: Files,
  row: OnboardingRow,
  entered: readonly EnteredRow[],
  matches: Onboarding['matches'],
): Onboarding {
  const terms = toAccepted(row);
  const signature = row.signature_file_id;
  return {
    ...toItem(row, entered),
    language: row.language,
    phone: row.phone,
    born_on: row.born_on,
    address: row.address,
    documents: entered.map((one) => ({ ...toEntered(files, one), decided_by: one.decided_by })),
    terms:
      terms === null
        ? null
        : { ...terms, signature: signature === null ? null : files.signedAddress(signature) },
    decided_at: momentOrNull(row.decided_at),
    decided_by: row.decided_by,
    reason: row.reason,
    matches,
    version: row.version,
  };
}

/** An onboarding as the audit log keeps it. */
export const describedOnboarding = (row: OnboardingRow) => ({
  customerId: row.customer_id,
  subject: {
    kind: 'agency_onboarding' as const,
    id: String(row.id),
    name: `${row.first_name} ${row.surname}`,
  },
  facts: {
    agency: row.agency,
    depot: row.depot,
    state: row.state,
    documents: row.documents.join(', '),
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    engaged_until: row.engaged_until,
    reason: row.reason,
    driver: row.driver_id,
  },
});
