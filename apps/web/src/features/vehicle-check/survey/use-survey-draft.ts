import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { momentsOf, today } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { toast } from '../../../ui/toast.ts';
import { LISTS } from '../vehicle-check-keys.ts';
import { useSending } from '../vehicle-check-use-sending.ts';
import {
  bodyOf,
  DEFAULT_QUESTIONS,
  type DraftItem,
  faultOf,
  firstDraft,
  type SurveyDraft,
} from './vehicle-check-survey-draft.ts';

/** A new survey of a depot: draft, errors and sending. */
export function useSurveyDraft(depotId: number, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { timeZone } = useDisplay().dates;
  const now = today(timeZone);
  const [draft, setDraft] = useState(() =>
    firstDraft(
      DEFAULT_QUESTIONS.map((key) => t(`vehicleCheck.survey.default.${key}`)),
      now,
    ),
  );
  const [isShowingFaults, setIsShowingFaults] = useState(false);
  const sending = useSending();
  const change = (changes: Partial<SurveyDraft>) =>
    setDraft((before) => ({ ...before, ...changes }));
  const changeItem = (key: number, changes: Partial<DraftItem>) =>
    setDraft((before) => ({
      ...before,
      items: before.items.map((item) => (item.key === key ? { ...item, ...changes } : item)),
    }));
  const send = async () => {
    sending.setFaults({});
    setIsShowingFaults(true);
    if (draft.items.length === 0) return toast.error(t('vehicleCheck.survey.noItems'));
    if (draft.items.some((item) => faultOf(item) !== null)) {
      return toast.error(t('vehicleCheck.survey.incomplete'));
    }
    await sending.send(async () => {
      // An earlier day has no time, so its start is sent.
      const date =
        draft.day >= now
          ? new Date().toISOString()
          : momentsOf({ from: draft.day, to: draft.day }, timeZone).start;
      const answers = { yes: t('vehicleCheck.survey.yes'), no: t('vehicleCheck.survey.no') };
      await api.vehicleCheck.createSurvey({ body: bodyOf(draft, depotId, date, answers) });
      toast.success(t('vehicleCheck.survey.saved'));
      await client.invalidateQueries({ queryKey: [LISTS] });
      onDone();
    });
  };
  const { faults, isBusy } = sending;
  return { draft, setDraft, change, changeItem, faults, isShowingFaults, isBusy, send, now };
}
