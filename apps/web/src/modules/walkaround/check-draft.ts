import { useDraft } from '../../widgets/outbox/use-draft.ts';
import type { Draft } from './model.ts';
import { checks } from './outbox.ts';

const openStore = () => checks.store();

/** The draft of a check, kept on the phone. */
export const useCheckDraft = (first: Draft) => useDraft(first, openStore);
export type CheckDraft = ReturnType<typeof useCheckDraft>;
