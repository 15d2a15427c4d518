import { useDraft } from '../../../widgets/outbox/use-draft.ts';
import type { Faults } from './faults.ts';
import type { Draft } from './model.ts';
import { accidents } from './outbox.ts';

const openStore = () => accidents.store();

/** The draft of an accident report, kept in the browser. */
export const useAccidentDraft = (first: Draft) => useDraft(first, openStore);
export type DraftForm = ReturnType<typeof useAccidentDraft>;

/** What a step is given. */
export interface StepProps {
  readonly form: DraftForm;
  readonly faults: Faults;
}
