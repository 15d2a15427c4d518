import { TYRE_STATUSES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { DepotChoice, filtersOf } from '../records/records-filters.tsx';
import { TyreDetails } from './tyre-details.tsx';
import { TyreFields } from './tyre-fields.tsx';
import { ReturnDialog, ScrapDialog, SendDialog, StoreDialog, UndoDialog } from './tyre-steps.tsx';
import { placeText, StateBadge, tyreName, useTyreTexts } from './tyre-words.tsx';
import {
  checkTyre,
  draftOf,
  saveTyre,
  TYRES_KEY,
  TYRES_WRITE,
  type Tyre,
  type TyreDraft,
  type TyreRow,
} from './tyres.ts';

const NONE = '–';

const Filters = filtersOf(
  (t) => [
    {
      name: 'status',
      label: t('tyres.status'),
      all: t('tyres.anyStatus'),
      options: TYRE_STATUSES.map((value) => ({ value, label: t(`tyres.status.${value}`) })),
    },
    {
      name: 'due',
      label: t('tyres.due'),
      all: t('tyres.anyDue'),
      options: (['now', 'soon'] as const).map((value) => ({
        value,
        label: t(`tyres.state.${value}`),
      })),
    },
  ],
  DepotChoice,
);

function useActions(mayWrite: boolean): NonNullable<Resource<TyreRow, TyreDraft, Tyre>['actions']> {
  const { t } = useTranslation();
  return useMemo(() => {
    if (!mayWrite) return [];
    const is =
      (...statuses: readonly string[]) =>
      ({ status }: Tyre) =>
        statuses.includes(status);
    return [
      { label: t('tyres.store'), Dialog: StoreDialog, isOffered: is('in_stock') },
      { label: t('tyres.send'), Dialog: SendDialog, isOffered: is('in_stock') },
      { label: t('tyres.return'), Dialog: ReturnDialog, isOffered: is('at_retreader') },
      { label: t('tyres.scrap'), Dialog: ScrapDialog, isOffered: is('in_stock', 'at_retreader') },
      { label: t('tyres.undo'), Dialog: UndoDialog, isOffered: ({ undo }: Tyre) => undo !== null },
    ].map((action) => ({ ...action, done: t('tyres.saved') }));
  }, [t, mayWrite]);
}

/** The list of tyres. */
export function useTyres(): Resource<TyreRow, TyreDraft, Tyre> {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const { current } = useSession();
  const mayWrite = may(current, TYRES_WRITE);
  const actions = useActions(mayWrite);
  return useMemo(
    () => ({
      kind: TYRES_KEY,
      texts: 'tyres.list',
      list: (query, signal) => api.tyres.list({ query: query as object, signal }),
      read: (id, signal) => api.tyres.read({ params: { id }, signal }),
      nameOf: ({ serial }) => serial,
      columns: [
        {
          key: 'serial',
          label: t('tyres.field.serial'),
          isOrdered: true,
          cell: ({ serial }) => serial,
        },
        { key: 'make', label: t('tyres.tyre'), isOrdered: true, cell: tyreName },
        {
          key: 'status',
          label: t('tyres.status'),
          isOrdered: true,
          cell: ({ status }) => t(`tyres.status.${status}`),
        },
        {
          key: 'place',
          label: t('tyres.place'),
          cell: (one) => placeText(one, t),
        },
        {
          key: 'tread_mm',
          label: t('tyres.tread'),
          isNumber: true,
          isOrdered: true,
          cell: ({ tread_mm }) => (tread_mm === null ? NONE : texts.tread(tread_mm)),
        },
        {
          key: 'run_m',
          label: t('tyres.run'),
          isNumber: true,
          isOrdered: true,
          cell: ({ run_m }) => (run_m === null ? NONE : texts.distance(run_m)),
        },
        {
          key: 'state',
          label: t('tyres.state'),
          cell: ({ state }) => <StateBadge state={state} />,
        },
        {
          key: 'change_on',
          label: t('tyres.changeOn'),
          isOrdered: true,
          cell: ({ change_cause, change_on }) =>
            change_on === null || change_cause === null
              ? NONE
              : `${texts.day(change_on)} (${t(`tyres.cause.${change_cause}`)})`,
        },
      ],
      Details: TyreDetails,
      mayAdd: mayWrite,
      form: {
        draftOf,
        Fields: TyreFields,
        check: checkTyre,
        save: saveTyre,
        mayChange: () => mayWrite,
      },
      ...(mayWrite
        ? {
            remove: {
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.tyres.remove({ params: { id } });
              },
              text: t('tyres.removeText'),
            },
          }
        : {}),
      filters: { names: ['vehicle', 'status', 'due', 'depot'], Controls: Filters },
      actions,
      exportAddress: (query) => addressOf(pathOf('tyres', 'export'), { query }),
    }),
    [t, texts, mayWrite, actions],
  );
}
