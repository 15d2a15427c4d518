import { isRecordManager } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { rightsOf } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { REFRESH_MS, VOR_KEY, type VorEntry, type VorRecord } from './use-vor.ts';
import { useVorColumns } from './vor-columns.tsx';
import { VorDetails } from './vor-details.tsx';
import { VOR_FILTERS, VorFilters } from './vor-filters.tsx';
import { checkVor, saveVorDraft, type VorDraft, VorDraftFields, vorDraft } from './vor-form.tsx';
import { Totals } from './vor-totals.tsx';

type Vor = Resource<VorRecord, VorDraft, VorEntry>;

function useVor(): Vor {
  const { t } = useTranslation();
  const { current } = useSession();
  const mayManage = isRecordManager(rightsOf(current));
  const columns = useVorColumns();
  const { timeZone } = useDisplay().dates;
  return useMemo(() => {
    const own: Vor = {
      kind: VOR_KEY,
      texts: 'vor',
      list: (query, signal) =>
        api.vor.list({ query: { ...query, totals: 'false' } as object, signal }),
      read: (id, signal) => api.vor.read({ params: { id }, signal }),
      nameOf: ({ vehicle }) => vehicle.registration,
      columns,
      Details: VorDetails,
      mayAdd: mayManage,
      refreshMs: REFRESH_MS,
      filters: { names: VOR_FILTERS, Controls: VorFilters },
      exportAddress: (query) => addressOf(pathOf('vor', 'exportList'), { query }),
    };
    if (!mayManage) return own;
    return {
      ...own,
      form: {
        draftOf: (one) => vorDraft(one, timeZone),
        takesVehicle: true,
        Fields: VorDraftFields,
        check: checkVor,
        save: (draft, one) => saveVorDraft(draft, one, timeZone),
        mayChange: ({ state }) => state === 'off_road',
      },
      actions: [
        {
          label: t('record.vor.clear'),
          // A vehicle off the road because of a defect returns with the defect's sign-off.
          isOffered: ({ state, record_kind: kind }) => state === 'off_road' && kind !== 'defect',
          confirm: ({ vehicle }) => t('vor.clearText', { registration: vehicle.registration }),
          run: ({ id, version }) =>
            api.vor.change({
              params: { id },
              body: { version, returned_at: new Date().toISOString() },
            }),
          done: t('vor.cleared'),
        },
      ],
    };
  }, [t, columns, mayManage, timeZone]);
}

/** Screen /vor-dashboard/vor (requirements N-01, N-P01). */
export function VorScreen() {
  return <ResourceScreen resource={useVor()} above={<Totals />} />;
}
