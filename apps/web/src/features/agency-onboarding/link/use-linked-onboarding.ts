import type { AnswerOf, contract } from '@roadworthy/contract';
import { api } from '../../../api/client.ts';
import { useLink } from '../../../ui/use-link.ts';

export type LinkedOnboarding = AnswerOf<typeof contract.agencyOnboardingLinks.open>;
export type LinkedDocument = LinkedOnboarding['documents'][number];

/** Props of the parts of the page. */
export interface PartProps {
  readonly onboarding: LinkedOnboarding;
  readonly onSent: (onboarding: LinkedOnboarding) => void;
}

const open = (token: string): Promise<LinkedOnboarding> =>
  api.agencyOnboardingLinks.open({ body: { token, begins: true }, quiet: true });

/** The onboarding of the link of this page. */
export const useLinkedOnboarding = () => useLink(open);
