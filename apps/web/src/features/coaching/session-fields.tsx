import { MAX_COACHING_ACTIONS } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { look, stack } from '../../ui/look/look.ts';
import type { Chosen } from '../../ui/pickers/kind.ts';
import { SinglePicker } from '../../ui/pickers/single-picker.tsx';
import {
  AreaField,
  ChoiceField,
  DayField,
  SwitchField,
  TextField,
} from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { COACHED_DRIVERS } from './coached-drivers.ts';
import { dayIn, nameOf, type Session } from './coaching.ts';
import { useCoaches } from './coaching-words.tsx';

/** An agreed action while it is edited; an empty day for none. */
export interface ActionDraft {
  readonly text: string;
  readonly due_on: string;
  readonly is_done: boolean;
}

export interface SessionDraft {
  readonly driver: Chosen | null;
  readonly coach: number | null;
  readonly planned_on: string;
  readonly follow_up_on: string;
  readonly note: string;
  readonly actions: readonly ActionDraft[];
}

/** The fields of a session, or of a new one that the signed-in person coaches. */
export const sessionDraft = (one: Session | null, userId: number): SessionDraft => ({
  driver: one === null ? null : { id: one.driver.id, name: nameOf(one) },
  coach: one === null ? userId : (one.coach?.id ?? null),
  planned_on: one?.planned_on ?? dayIn(0),
  follow_up_on: one?.follow_up_on ?? '',
  note: one?.note ?? '',
  actions: (one?.actions ?? []).map((action) => ({ ...action, due_on: action.due_on ?? '' })),
});

/** The body of the call that saves a draft. */
export const sessionBody = ({ actions, coach, follow_up_on, note, planned_on }: SessionDraft) => ({
  coach: coach ?? 0,
  planned_on,
  follow_up_on: follow_up_on === '' ? null : follow_up_on,
  note,
  actions: actions.map((action) => ({
    ...action,
    due_on: action.due_on === '' ? null : action.due_on,
  })),
});

const NO_ACTION: ActionDraft = { text: '', due_on: '', is_done: false };

function Actions({ draft, faults, change }: Omit<FormProps<SessionDraft, Session>, 'one'>) {
  const { t } = useTranslation();
  const { actions } = draft;
  const replace = (index: number, changes: Partial<ActionDraft>) =>
    change({ actions: actions.map((one, at) => (at === index ? { ...one, ...changes } : one)) });
  return (
    <fieldset
      className={stack({ gap: 3, padding: 0, margin: 0, border: 'none' })}
      aria-describedby="coaching-actions-fault"
    >
      <legend>{t('coaching.actions')}</legend>
      {actions.map((action, index) => {
        const form = {
          draft: action,
          faults: {},
          change: (changes: Partial<ActionDraft>) => replace(index, changes),
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity of their own
          <div key={index} className={stack({ gap: 2 })}>
            <TextField
              form={form}
              name="text"
              label={t('coaching.action')}
              isRequired
              maxLength={300}
            />
            <DayField form={form} name="due_on" label={t('coaching.dueOn')} />
            <SwitchField form={form} name="is_done" label={t('coaching.actionDone')} />
            <Button onClick={() => change({ actions: actions.filter((_, at) => at !== index) })}>
              {t('coaching.removeAction')}
            </Button>
          </div>
        );
      })}
      {faults.actions !== undefined && (
        <p id="coaching-actions-fault" role="alert" className="field-fault">
          {faults.actions.join(' ')}
        </p>
      )}
      {actions.length < MAX_COACHING_ACTIONS && (
        <Button onClick={() => change({ actions: [...actions, NO_ACTION] })}>
          {t('coaching.addAction')}
        </Button>
      )}
    </fieldset>
  );
}

/** The fields of a coaching session. */
export function SessionFields({ one, ...form }: FormProps<SessionDraft, Session>) {
  const { t } = useTranslation();
  const coaches = useCoaches();
  const { coach } = one ?? { coach: null };
  // A coach who lost the permission is still named.
  const isKnown = coach === null || coaches.some(({ value }) => value === coach.id);
  const options = isKnown ? coaches : [...coaches, { value: coach.id, label: coach.name }];
  return (
    <>
      {one === null && (
        <SinglePicker
          kind={COACHED_DRIVERS}
          selected={form.draft.driver}
          fault={form.faults.driver}
          onChange={(driver) => form.change({ driver })}
        />
      )}
      <ChoiceField
        form={form}
        name="coach"
        label={t('coaching.coach')}
        isRequired
        options={options}
      />
      <div className="resource-pair">
        <DayField form={form} name="planned_on" label={t('coaching.plannedOn')} isRequired />
        <DayField form={form} name="follow_up_on" label={t('coaching.followUp')} />
      </div>
      <AreaField
        form={form}
        name="note"
        label={t('coaching.note')}
        hint={t('coaching.noteHint')}
        rows={4}
        maxLength={4000}
      />
      <Actions {...form} />
      <p className={look({ margin: 0, tone: 'quiet' })}>{t('coaching.actionsHint')}</p>
    </>
  );
}
