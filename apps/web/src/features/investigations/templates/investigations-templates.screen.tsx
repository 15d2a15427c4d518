import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { Faults } from '../../../ui/field/form-dialog.tsx';
import { missing } from '../../../ui/field/required.ts';
import { History } from '../../../ui/history/history.tsx';
import { knownText } from '../../../ui/known-text.ts';
import type { Resource } from '../../../ui/resource/resource.ts';
import { ResourceScreen } from '../../../ui/resource/resource-screen.tsx';
import {
  bodyOf,
  draftOf,
  questionFault,
  type Template,
  type TemplateDraft,
} from './investigations-templates.ts';
import { TemplateFields } from './investigations-templates-fields.tsx';

const MOST_DAYS = 365;

/** Client-side validation errors of a template. */
function check(draft: TemplateDraft, t: TFunction): Faults {
  const days = Number(draft.due_days);
  const isDays = Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
  const isAsked = draft.questions.every((one) => questionFault(one, draft.questions) === null);
  return {
    ...missing(draft, ['title', 'activity_type'], t),
    ...(isDays ? {} : { due_days: [t('templates.wrongDays')] }),
    ...(isAsked ? {} : { questions: [t('templates.wrongQuestions')] }),
  };
}

/** Archives or restores templates without other changes. */
async function archive(ids: readonly number[], archived: boolean): Promise<void> {
  for (const id of ids) {
    const one = await api.investigations.template({ params: { id } });
    const body = { ...bodyOf(draftOf(one), one), archived };
    await api.investigations.changeTemplate({ params: { id }, body });
  }
}

function TemplateHistory({ one }: { readonly one: Template }) {
  return <History kind="investigation_template" id={one.origin} />;
}

function useTemplates(): Resource<Template, TemplateDraft> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      kind: 'investigation_template',
      texts: 'templates',
      list: ({ archived, ...query }, signal) =>
        api.investigations.templates({
          query: { ...query, archived: archived === true ? 'true' : 'false' },
          signal,
        }),
      read: (id, signal) => api.investigations.template({ params: { id }, signal }),
      nameOf: ({ title }) => title,
      columns: [
        { key: 'title', label: t('templates.name'), isOrdered: true, cell: ({ title }) => title },
        {
          key: 'activity_type',
          label: t('templates.activityType'),
          isOrdered: true,
          cell: ({ activity_type_name: name }) => knownText(name, t),
        },
        {
          key: 'questions',
          label: t('templates.questions'),
          isNumber: true,
          cell: ({ questions }) => questions.length,
        },
        {
          key: 'version',
          label: t('templates.version'),
          isNumber: true,
          cell: ({ version }) => version,
        },
        {
          key: 'owner',
          label: t('templates.for'),
          cell: ({ is_shared: isShared }) =>
            t(isShared ? 'templates.forAll' : 'templates.forCustomer'),
        },
      ],
      form: {
        draftOf,
        Fields: TemplateFields,
        check,
        save: (draft, one) =>
          one === null
            ? api.investigations.createTemplate({ body: bodyOf(draft, one) })
            : api.investigations.changeTemplate({
                params: { id: one.id },
                body: bodyOf(draft, one),
              }),
      },
      Details: TemplateHistory,
      // The audit log lists all versions under the id of the first.
      hasHistory: false,
      archive: { change: archive, text: t('templates.archiveText') },
    }),
    [t],
  );
}

/** `/administration/investigation-templates` (requirements I-P07, O-P01). */
export function InvestigationTemplatesScreen() {
  return <ResourceScreen resource={useTemplates()} />;
}
