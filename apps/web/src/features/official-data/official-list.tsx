import { OFFICIAL_FLAGS } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, addressOf, api, pathOf } from '../../api/client.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { OFFICIAL_KEY, type OfficialRow } from './official-data.ts';
import { OfficialSection } from './official-section.tsx';
import { NONE, OfficialFlags, useOfficialTexts } from './official-words.tsx';

const Filters = filtersOf(
  (t) => [
    {
      name: 'flag',
      label: t('officialData.attention'),
      all: t('officialData.anyAttention'),
      options: OFFICIAL_FLAGS.map((value) => ({ value, label: t(`officialData.flag.${value}`) })),
    },
  ],
  DepotChoice,
);

function Details({ one: { vehicle } }: { readonly one: OfficialRow }) {
  return (
    <div className={stack({ gap: 4 })}>
      <p className={look({ margin: 0 })}>
        <VehicleLink vehicle={vehicle} />
      </p>
      <OfficialSection vehicleId={vehicle.id} />
    </div>
  );
}

async function readRow(id: number, signal: AbortSignal): Promise<OfficialRow> {
  const { results } = await api.officialData.list({ query: { id }, signal });
  const [row] = results;
  if (row === undefined) {
    throw new ApiError(404, 'Not found', { code: 'request.not_found', detail: '' });
  }
  return row;
}

/** The list of official data. */
export function useOfficialList(): Resource<OfficialRow, never> {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  return useMemo(
    () => ({
      kind: OFFICIAL_KEY,
      texts: 'officialData.list',
      list: (query, signal) => api.officialData.list({ query: query as object, signal }),
      read: readRow,
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        {
          key: 'registration',
          label: t('officialData.vehicle'),
          isOrdered: true,
          cell: ({ vehicle }) => vehicle.registration,
        },
        {
          key: 'attention',
          label: t('officialData.attention'),
          cell: ({ flags }) => <OfficialFlags flags={flags} />,
        },
        {
          key: 'tax',
          label: t('officialData.tax'),
          cell: ({ tax_status }) =>
            tax_status === null ? NONE : t(`officialData.tax.${tax_status}`),
        },
        {
          key: 'tax_due_on',
          label: t('officialData.taxDue'),
          isOrdered: true,
          cell: ({ tax_due_on }) => texts.day(tax_due_on),
        },
        {
          key: 'mot_due_on',
          label: t('officialData.motDue'),
          isOrdered: true,
          cell: ({ mot_due_on }) => texts.day(mot_due_on),
        },
        {
          key: 'last_mot',
          label: t('officialData.lastMot'),
          cell: ({ last_mot_on, last_mot_result: result }) =>
            result === null
              ? NONE
              : `${texts.day(last_mot_on)}, ${t(`officialData.result.${result}`)}`,
        },
        {
          key: 'checked_at',
          label: t('officialData.checkedAt'),
          isOrdered: true,
          cell: ({ checked_at }) => texts.moment(checked_at),
        },
      ],
      Details,
      mayAdd: false,
      filters: { names: ['vehicle', 'flag', 'depot'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('officialData', 'exportList'), { query }),
    }),
    [t, texts],
  );
}
