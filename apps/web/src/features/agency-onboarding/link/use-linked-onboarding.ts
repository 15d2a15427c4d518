import type { AnswerOf, contract } from '@roadworthy/contract';
import { api } from '../../../api/client.ts';
import { changeLanguage } from '../../../session/i18n.ts';
import { storage } from '../../../session/storage.ts';
import { useLink } from '../../../ui/use-link.ts';

export type LinkedOnboarding = AnswerOf<typeof contract.agencyOnboardingLinks.open>;
export type LinkedDocument = LinkedOnboarding['documents'][number];

/** Props of the parts of the page. */
export interface PartProps {
  readonly onboarding: LinkedOnboarding;
  readonly onSent: (onboarding: LinkedOnboarding) => void;
}

/** Opens the link in the language of the invitation, unless the visitor has chosen one. */
async function open(token: string): Promise<LinkedOnboarding> {
  const linked = await api.agencyOnboardingLinks.open({
    body: { token, begins: true },
    quiet: true,
  });
  if (storage.language.get() === null) await changeLanguage(linked.language);
  return linked;
}

/** The onboarding of the link of this page. */
export const useLinkedOnboarding = () => useLink(open);
