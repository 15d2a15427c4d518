import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { Faults } from '../../../ui/field/form-dialog.tsx';
import { History } from '../../../ui/history/history.tsx';
import type { Resource } from '../../../ui/resource/resource.ts';
import { ResourceScreen } from '../../../ui/resource/resource-screen.tsx';
import {
  bodyOf,
  draftOf,
  itemFault,
  type Template,
  type TemplateDraft,
} from './walkaround-templates.ts';
import { TemplateFields } from './walkaround-templates-fields.tsx';

/** Client-side validation errors of a template. */
function check({ items }: TemplateDraft, t: TFunction): Faults {
  const isWrong = items.length === 0 || items.some((item) => itemFault(item, items) !== null);
  return isWrong ? { items: [t('checkTemplates.wrongItems')] } : {};
}

/** The vehicles of which a template is asked, as the history and the texts name them. */
const typeOf = (one: Template) => (one.is_for_trailers ? 'TRAILER' : one.vehicle_type);

function TemplateHistory({ one }: { readonly one: Template }) {
  return <History kind="check_template" id={typeOf(one)} />;
}

function useTemplates(): Resource<Template, TemplateDraft> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      kind: 'check_template',
      texts: 'checkTemplates',
      list: ({ search, page, pageSize, ordering }, signal) =>
        api.walkaround.templates({ query: { search, page, pageSize, ordering }, signal }),
      read: (id, signal) => api.walkaround.template({ params: { id }, signal }),
      nameOf: (one) => t(`walk.type.${typeOf(one)}`),
      columns: [
        {
          key: 'vehicle_type',
          label: t('checkTemplates.type'),
          cell: (one) => t(`walk.type.${typeOf(one)}`),
        },
        {
          key: 'items',
          label: t('checkTemplates.items'),
          isNumber: true,
          cell: ({ items }) => items.length,
        },
        {
          key: 'version',
          label: t('checkTemplates.version'),
          isNumber: true,
          cell: ({ version }) => version,
        },
        {
          key: 'owner',
          label: t('checkTemplates.for'),
          cell: ({ is_shared: isShared }) =>
            t(isShared ? 'checkTemplates.forAll' : 'checkTemplates.forCustomer'),
        },
        {
          key: 'changed_by',
          label: t('checkTemplates.changed'),
          cell: ({ changed_by: by }) => by,
        },
      ],
      mayAdd: false,
      form: {
        draftOf: (one) => draftOf(one, t),
        Fields: TemplateFields,
        check,
        save: (draft, one) =>
          one === null
            ? Promise.resolve()
            : api.walkaround.changeTemplate({ params: { id: one.id }, body: bodyOf(draft, one) }),
      },
      actions: [
        {
          label: t('checkTemplates.reset'),
          isOffered: ({ is_shared: isShared }) => !isShared,
          confirm: () => t('checkTemplates.resetAsk'),
          run: ({ id }) => api.walkaround.dropTemplate({ params: { id } }),
          done: t('checkTemplates.resetDone'),
        },
      ],
      Details: TemplateHistory,
      // The audit log lists all versions under the vehicle type.
      hasHistory: false,
    }),
    [t],
  );
}

/** `/administration/check-templates`: the items of walkaround checks by vehicle type. */
export function CheckTemplatesScreen() {
  return <ResourceScreen resource={useTemplates()} />;
}
