import { useDraft } from '../../ui/outbox/use-draft.ts';
import type { Faults } from './accidents-faults.ts';
import type { Draft } from './accidents-model.ts';
import { accidents } from './accidents-outbox.ts';

const openStore = () => accidents.store();

/** The draft of an accident report, stored in the browser. */
export const useAccidentDraft = (first: Draft) => useDraft(first, openStore);
export type DraftForm = ReturnType<typeof useAccidentDraft>;

/** Props of a step. */
export interface StepProps {
  readonly form: DraftForm;
  readonly faults: Faults;
}
