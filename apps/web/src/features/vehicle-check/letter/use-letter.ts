import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requiredFault } from '../../../ui/field/required.ts';
import { showFirstFault } from '../../../ui/first-fault.ts';
import { toast } from '../../../ui/toast.ts';
import { LISTS } from '../vehicle-check-keys.ts';
import { useSending } from '../vehicle-check-use-sending.ts';
import { type LetterDraft, missingOf, sendLetter } from './send-letter.ts';

/** A new notice letter of a depot: draft, errors and sending. */
export function useLetter(depotId: number, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { faults, setFaults, isBusy, send } = useSending();
  const [draft, setDraft] = useState<LetterDraft>({
    vehicle: null,
    driver: null,
    subject: '',
    text: '',
    signature: null,
    key: crypto.randomUUID(),
  });
  // Changed content needs a new idempotency key.
  const change = (changes: Partial<LetterDraft>) =>
    setDraft((now) => ({ ...now, ...changes, key: crypto.randomUUID() }));
  const save = async () => {
    const missing = missingOf(draft);
    setFaults(Object.fromEntries(missing.map((name) => [name, requiredFault(t)])));
    showFirstFault();
    if (missing.length > 0) return toast.error(t('toast.required'));
    await send(async () => {
      await sendLetter(depotId, draft);
      toast.success(t('vehicleCheck.letterSaved'));
      await client.invalidateQueries({ queryKey: [LISTS] });
      onDone();
    });
  };
  return { draft, change, faults, isBusy, save };
}
