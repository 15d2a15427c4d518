import type { AnswerOf, contract } from '@roadworthy/contract';
import type { INVITATION_DAYS, OnboardingDocument } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

type Calls = typeof contract.agencyOnboarding;
export type OnboardingItem = AnswerOf<Calls['list']>['results'][number];
export type Onboarding = AnswerOf<Calls['read']>;
export type EnteredDocument = Onboarding['documents'][number];
export type Terms = AnswerOf<Calls['terms']>;
export type Agency = AnswerOf<typeof contract.agencies.read>;
export type Days = (typeof INVITATION_DAYS)[number];

/** Keys in the cache, which are also the subjects of the history. */
export const ONBOARDING_KEY = 'agency_onboarding';
export const AGENCY_KEY = 'agency';

export const ONBOARDING_WRITE = {
  kind: 'module',
  anyOf: ['AgencyOnboarding'],
  refusesLimited: true,
  write: true,
} as const;

export const onboardingName = ({
  first_name: first,
  surname,
}: Pick<OnboardingItem, 'first_name' | 'surname'>): string => `${first} ${surname}`;

/** An invitation as entered. */
export interface InvitationDraft {
  readonly agency: number | null;
  readonly depot: number | null;
  readonly first_name: string;
  readonly surname: string;
  readonly email: string;
  readonly language: 'en' | 'pt' | null;
  readonly days: Days;
  readonly engaged_until: string;
  readonly documents: readonly OnboardingDocument[];
}

/** Agencies and depots for an invitation, and its language. */
export function useOnboardingChoices() {
  return useQuery({
    queryKey: [ONBOARDING_KEY, 'choices'],
    queryFn: ({ signal }) => api.agencyOnboarding.choices({ signal, quiet: true }),
  });
}
