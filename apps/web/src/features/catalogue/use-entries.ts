import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { knownText } from '../../ui/known-text.ts';
import type { Resource, ResourceColumn } from '../../ui/resource/resource.ts';
import type { Entry, ListKind } from './catalogue-entry.ts';

type Common = Omit<Resource<Entry, never>, 'columns' | 'form'>;

/** Common fields of the four lists. */
export function useEntries(kind: ListKind): {
  readonly common: Common;
  /** The name first; customer and use last. */
  readonly around: (own: readonly ResourceColumn<Entry>[]) => readonly ResourceColumn<Entry>[];
} {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  return useMemo(() => {
    const params = { kind };
    const owner: ResourceColumn<Entry> = {
      key: 'customer',
      label: t('organisation.customer'),
      cell: ({ customer_name: name }) => name || t('lists.builtIn'),
    };
    return {
      common: {
        kind,
        texts: `lists.${kind}`,
        list: (query, signal) =>
          api.catalogue.list({ params, query: { ...query } as object, signal }),
        read: (id, signal) => api.catalogue.read({ params: { kind, id }, signal }),
        nameOf: ({ name }) => knownText(name, t),
        archive: {
          change: (ids, archived) =>
            api.catalogue.archive({ params, body: { ids: [...ids], archived } }),
          text: t('lists.archiveText'),
        },
        remove: {
          change: (ids) => api.catalogue.remove({ params, body: { ids: [...ids] } }),
          text: t('lists.removeText'),
        },
        // Built-in entries cannot be deleted.
        mayRemove: ({ customer }) => customer !== null,
        importKind: kind,
        exportAddress: (query) => addressOf(pathOf('catalogue', 'exportList'), { params, query }),
      },
      around: (own) => [
        {
          key: 'name',
          label: t('lists.name'),
          isOrdered: true,
          cell: ({ name }) => knownText(name, t),
        },
        ...own,
        ...(seesAll || kind.endsWith('_type') ? [owner] : []),
        {
          key: 'in_use',
          label: t('lists.inUse'),
          cell: ({ in_use: isUsed }) => t(isUsed ? 'lists.yes' : 'lists.no'),
        },
      ],
    };
  }, [t, kind, seesAll]);
}
