import { useDraft } from '../../ui/outbox/use-draft.ts';
import type { Draft } from './walkaround-model.ts';
import { checks } from './walkaround-outbox.ts';

const openStore = () => checks.store();

/** The draft of a check, stored on the phone. */
export const useCheckDraft = (first: Draft) => useDraft(first, openStore);
export type CheckDraft = ReturnType<typeof useCheckDraft>;
