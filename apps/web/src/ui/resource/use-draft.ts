import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Faults, faultsOf } from '../field/form-dialog.tsx';
import { rejectionText } from '../field/required.ts';
import { showFirstFault } from '../first-fault.ts';
import { toast } from '../toast.ts';

/** Errors without a field in the form: of the whole record, or of fields that the form does not have. */
export function otherFaults(faults: Faults, draft: object): string {
  return Object.entries(faults)
    .filter(([name]) => !(name in draft))
    .flatMap(([, texts]) => texts)
    .join(' ');
}

/**
 * The values of a form, their errors, and saving. After a refusal, the first invalid field has the
 * focus; an error without a field is a toast.
 *
 * @param first the initial values
 * @param check errors that the browser can detect before the call; empty for none
 * @param save the call, with the values
 * @param onSaved called with the answer
 */
export function useDraft<Draft, Saved>({
  first,
  check,
  save: call,
  onSaved,
}: {
  readonly first: Draft;
  readonly check: (draft: Draft) => Faults;
  readonly save: (draft: Draft) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setIsBusy] = useState(false);
  const show = (found: Faults) => {
    setFaults(found);
    // After the fields are marked: focus the first invalid one.
    showFirstFault();
  };
  const save = async () => {
    if (isBusy) return;
    const found = check(draft);
    if (Object.keys(found).length > 0) {
      toast.error(rejectionText(found, t));
      return show(found);
    }
    setIsBusy(true);
    try {
      onSaved(await call(draft));
    } catch (error) {
      const refused = faultsOf(error);
      if (refused === null) toast.error((error as Error).message);
      else show(refused);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    draft,
    faults,
    isBusy,
    save,
    change: (changes: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...changes }));
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))),
      );
    },
  };
}
