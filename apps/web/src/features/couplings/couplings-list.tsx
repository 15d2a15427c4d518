import { COUPLING_SOURCES, COUPLING_STATES, formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf, PeriodFilter } from '../records/records-filters.tsx';
import { UncoupleDialog } from './coupling-dialogs.tsx';
import { CouplingFields } from './coupling-fields.tsx';
import { EndText, useMomentText } from './coupling-words.tsx';
import {
  COUPLINGS_KEY,
  COUPLINGS_WRITE,
  type Coupling,
  type CouplingDraft,
  checkCoupling,
  draftOf,
  saveCoupling,
  sourceKey,
} from './couplings.ts';

const NONE = '–';

const Filters = filtersOf(
  (t) => [
    {
      name: 'state',
      label: t('couplings.state'),
      all: t('couplings.anyState'),
      options: COUPLING_STATES.map((value) => ({ value, label: t(`couplings.state.${value}`) })),
    },
    {
      name: 'source',
      label: t('couplings.source'),
      all: t('couplings.anySource'),
      options: COUPLING_SOURCES.map((value) => ({ value, label: t(sourceKey(value)) })),
    },
  ],
  DepotChoice,
  PeriodFilter,
);

function Details({ one }: { readonly one: Coupling }) {
  const { t } = useTranslation();
  const moment = useMomentText();
  return (
    <FactList
      className="details-facts"
      facts={[
        [t('couplings.vehicle'), <VehicleLink key="vehicle" vehicle={one.vehicle} />],
        [t('couplings.trailer'), <VehicleLink key="trailer" vehicle={one.trailer} />],
        [t('couplings.coupledAt'), moment(one.coupled_at)],
        [
          t('couplings.uncoupledAt'),
          <EndText key="end" at={one.uncoupled_at} silentSince={one.silent_since} />,
        ],
        [
          t('couplings.driver'),
          one.driver === null ? NONE : <DriverLink key="driver" driver={one.driver} />,
        ],
        [t('couplings.source'), `${t(sourceKey(one.source))}, ${one.author}`],
      ]}
    />
  );
}

/** The history of couplings, whose panel corrects one. */
export function useCouplings(): Resource<Coupling, CouplingDraft> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayWrite = may(current, COUPLINGS_WRITE);
  return useMemo(
    () => ({
      kind: COUPLINGS_KEY,
      texts: 'couplings',
      list: (query, signal) => api.couplings.list({ query: query as object, signal }),
      read: (id, signal) => api.couplings.read({ params: { id }, signal }),
      nameOf: ({ trailer, vehicle }) => `${trailer.registration}, ${vehicle.registration}`,
      columns: [
        {
          key: 'trailer',
          label: t('couplings.trailer'),
          isOrdered: true,
          cell: ({ trailer }) => trailer.registration,
        },
        {
          key: 'vehicle',
          label: t('couplings.vehicle'),
          isOrdered: true,
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'coupled_at',
          label: t('couplings.coupledAt'),
          isOrdered: true,
          cell: ({ coupled_at }) => formatDateTime(Date.parse(coupled_at), dates),
        },
        {
          key: 'uncoupled_at',
          label: t('couplings.uncoupledAt'),
          isOrdered: true,
          cell: (one) => <EndText at={one.uncoupled_at} silentSince={one.silent_since} />,
        },
        {
          key: 'driver',
          label: t('couplings.driver'),
          cell: ({ driver }) =>
            driver === null ? NONE : `${driver.first_name} ${driver.surname}`.trim(),
        },
        { key: 'source', label: t('couplings.source'), cell: ({ source }) => t(sourceKey(source)) },
      ],
      Details,
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => draftOf(one, dates.timeZone),
        takesVehicle: true,
        Fields: CouplingFields,
        check: checkCoupling,
        save: (draft, one) => saveCoupling(draft, one, dates.timeZone),
        mayChange: () => mayWrite,
      },
      filters: {
        names: ['state', 'source', 'depot', 'from', 'to', 'vehicle', 'trailer', 'asset'],
        Controls: Filters,
      },
      actions: mayWrite
        ? [
            {
              label: t('couplings.uncouple'),
              done: t('couplings.uncoupled'),
              isOffered: ({ uncoupled_at }) => uncoupled_at === null,
              Dialog: UncoupleDialog,
            },
          ]
        : [],
      ...(mayWrite
        ? {
            remove: {
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.couplings.remove({ params: { id } });
              },
              text: t('couplings.removeText'),
            },
          }
        : {}),
      exportAddress: (query) => addressOf(pathOf('couplings', 'exportList'), { query }),
    }),
    [t, dates, mayWrite],
  );
}
