import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { knownText } from '../../../ui/known-text.ts';
import { stack } from '../../../ui/look/look.ts';
import { orderedAt } from '../../../ui/ordered/ordered.ts';
import { ChoiceField, TextField } from '../../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../../ui/resource/resource.ts';
import {
  newQuestion,
  type QuestionDraft,
  questionFault,
  type Template,
  type TemplateDraft,
} from './investigations-templates.ts';
import { QuestionEditor } from './question-editor.tsx';

/** Activity types and people to choose from. */
function useChoices(one: Template | null) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['investigation_template', 'options'],
    queryFn: ({ signal }) => api.investigations.templateOptions({ signal }),
  });
  const known = one?.assignee;
  const people = data?.assignees ?? (known == null ? [] : [known]);
  const types =
    data?.activity_types ??
    (one === null ? [] : [{ id: one.activity_type, name: one.activity_type_name }]);
  return {
    types: types.map(({ id, name }) => ({ value: id, label: knownText(name, t) })),
    people: people.map(({ id, first_name: first, last_name: last }) => ({
      value: id,
      label: `${first} ${last}`.trim(),
    })),
  };
}

/** The questions in order (requirement I-P07). */
function Questions({ draft, faults, change }: FormProps<TemplateDraft, Template>) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const { questions } = draft;
  const set = (next: readonly QuestionDraft[]) => change({ questions: next });
  const add = () => {
    set([...questions, newQuestion(questions)]);
    // Focus the new question once it is rendered.
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus());
  };
  return (
    <fieldset className="resource-group">
      <legend>{t('templates.questions')}</legend>
      {faults.questions !== undefined && (
        <p className="field-fault" role="alert">
          {faults.questions.join(' ')}
        </p>
      )}
      <ol
        className={stack({ gap: 4, margin: 0, marginBottom: 4, padding: 0, list: true })}
        ref={list}
      >
        {questions.map((question, index) => (
          <QuestionEditor
            key={question.key}
            question={question}
            fault={faults.questions === undefined ? null : questionFault(question, questions)}
            onChange={(changes) =>
              change({
                questions: questions.map((one) =>
                  one === question ? { ...one, ...changes } : one,
                ),
              })
            }
            ordered={orderedAt(questions, index, set)}
          />
        ))}
      </ol>
      <Button onClick={add}>{t('templates.addQuestion')}</Button>
    </fieldset>
  );
}

/** The fields of a template: activity type, default assignee and questions. */
export function TemplateFields(form: FormProps<TemplateDraft, Template>) {
  const { t } = useTranslation();
  const { types, people } = useChoices(form.one);
  const used = form.one?.investigations_count ?? 0;
  return (
    <>
      {form.one?.is_shared === true && <p className="resource-note">{t('templates.shared')}</p>}
      {used > 0 && <p className="resource-note">{t('templates.used', { count: used })}</p>}
      <TextField form={form} name="title" label={t('templates.name')} isRequired maxLength={90} />
      <ChoiceField
        form={form}
        name="activity_type"
        label={t('templates.activityType')}
        hint={t('templates.activityTypeHint')}
        isRequired
        options={types}
      />
      <TextField
        form={form}
        name="due_days"
        label={t('templates.dueDays')}
        type="number"
        isRequired
      />
      <ChoiceField
        form={form}
        name="assignee"
        label={t('investigation.assignee')}
        none={t('investigation.unassigned')}
        options={people}
      />
      <Questions {...form} />
    </>
  );
}
