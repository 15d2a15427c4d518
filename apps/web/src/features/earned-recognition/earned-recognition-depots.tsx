import { MEASURES_OF, type RecognitionHalf } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { DepotLink } from '../../ui/entity-link/entity-link.tsx';
import { FigureButton } from './earned-recognition-figure.tsx';
import type { Chosen, Figures, useFigures } from './use-figures.ts';

type Depot = Figures['depots'][number];

/** One row per depot; each figure opens the records behind it. */
export function DepotTable({
  half,
  read,
  onOpen,
}: {
  readonly half: RecognitionHalf;
  readonly read: ReturnType<typeof useFigures>;
  readonly onOpen: (chosen: Chosen) => void;
}) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): readonly Column<Depot>[] => [
      {
        key: 'depot',
        label: t('recordList.depot'),
        cell: ({ depot }) => (depot === null ? t('er.noDepot') : <DepotLink depot={depot} />),
      },
      ...MEASURES_OF[half].map(
        (measure, n): Column<Depot> => ({
          key: measure,
          label: `${measure} ${t(`er.short.${measure}`)}`,
          cell: ({ depot, figures }) => {
            const figure = figures[n];
            if (figure === undefined) return null;
            return (
              <FigureButton
                figure={figure}
                name={depot?.name ?? t('er.noDepot')}
                onOpen={() => onOpen({ measure, depot: depot?.id ?? null })}
              />
            );
          },
        }),
      ),
    ],
    [t, half, onOpen],
  );
  return (
    <DataTable
      id={`earned-recognition-${half}`}
      label={t('er.byDepot')}
      columns={columns}
      rows={read.data?.depots ?? []}
      keyOf={({ depot }) => depot?.id ?? 0}
      state={read}
      empty={{ title: t('er.empty'), text: t('er.emptyText') }}
      order=""
    />
  );
}
