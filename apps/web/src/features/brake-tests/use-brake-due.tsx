import type { AnswerOf, contract } from '@roadworthy/contract';
import { BRAKE_CATEGORIES, BRAKE_REGIMES, BRAKE_STATES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DepotLink, EntityLink } from '../../ui/entity-link/entity-link.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { type Bound, Choice, DepotChoice } from '../records/records-filters.tsx';
import { BrakeParts } from './brake-section.tsx';
import { BrakeStateBadge, LastTest } from './brake-state.tsx';
import type { VehicleBrakes } from './brake-test-dialog.tsx';

type Row = AnswerOf<typeof contract.brakeTests.list>['results'][number];
type One = VehicleBrakes & { readonly id: number; readonly registration: string };

const NONE = '–';

/** Names of the filters in the address and in the query of the call. */
const FILTERS = ['state', 'regime', 'category', 'depot'] as const;
const VALUES = {
  state: BRAKE_STATES,
  regime: BRAKE_REGIMES,
  category: BRAKE_CATEGORIES,
} as const;

function Filters(bound: Bound) {
  const { t } = useTranslation();
  return (
    <>
      {(['state', 'regime', 'category'] as const).map((name) => (
        <Choice
          key={name}
          {...bound}
          name={name}
          label={t(`brakes.${name}`)}
          all={t(`brakes.any.${name}`)}
          options={VALUES[name].map((value) => ({ value, label: t(`brakes.${name}.${value}`) }))}
        />
      ))}
      <DepotChoice {...bound} />
    </>
  );
}

function Details({ one }: { readonly one: One }) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        <EntityLink kind="vehicle" id={one.id}>
          {t('brakes.openVehicle')}
        </EntityLink>
      </p>
      <BrakeParts brakes={one} />
    </>
  );
}

/** The list of vehicles with what is due of their brake tests. */
export function useBrakeDue(): Resource<Row, never, One> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => ({
      kind: 'brake_test',
      texts: 'brakes.dueList',
      list: (query, signal) => api.brakeTests.list({ query: query as object, signal }),
      read: async (id, signal) => {
        const brakes = await api.brakeTests.vehicle({ params: { id }, signal });
        return { ...brakes, id, registration: brakes.vehicle.registration };
      },
      nameOf: ({ registration }) => registration,
      columns: [
        {
          key: 'registration',
          label: t('recordList.registration'),
          isOrdered: true,
          cell: ({ registration }) => registration,
        },
        {
          key: 'depot',
          label: t('recordList.depot'),
          cell: ({ depot }) => (depot === null ? NONE : <DepotLink depot={depot} />),
        },
        {
          key: 'state',
          label: t('brakes.state'),
          cell: ({ state }) => <BrakeStateBadge state={state} />,
        },
        {
          key: 'due',
          label: t('brakes.due'),
          isOrdered: true,
          cell: ({ due_on: day }) => (day === null ? NONE : formatDay(day, dates.dateFormat)),
        },
        {
          key: 'last_tested',
          label: t('brakes.lastTest'),
          isOrdered: true,
          cell: ({ last_tested_at: at }) => <LastTest at={at} />,
        },
        {
          key: 'counted',
          label: t('brakes.counted'),
          isOrdered: true,
          isNumber: true,
          cell: ({ counted, required }) =>
            required === 0 ? NONE : t('brakes.countedOf', { counted, required }),
        },
        {
          key: 'why',
          label: t('brakes.why'),
          cell: ({ statements: [first] }) =>
            first === undefined ? NONE : t(`brakes.statement.${first.code}`, first.params),
        },
      ],
      mayAdd: false,
      Details,
      hasHistory: false,
      filters: { names: FILTERS, Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('brakeTests', 'exportList'), { query }),
    }),
    [t, dates],
  );
}
