import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import { Part as Section } from '../records/record/records-record-part.tsx';
import { PARTS_WRITE, type Part, quantityText } from './parts.ts';
import { PlaceDialog } from './stock-dialogs.tsx';

type Place = Part['stock'][number];
const SETTLED = { isPending: false, error: null, refetch: () => undefined };

function useColumns(part: number): readonly Column<Place>[] {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const money = useMoney();
  return useMemo(
    () => [
      {
        key: 'store',
        label: t('parts.store'),
        cell: ({ store, bin }) => (bin === '' ? store.name : `${store.name}, ${bin}`),
      },
      {
        key: 'quantity',
        label: t('parts.stock'),
        isNumber: true,
        cell: ({ quantity, minimum, store }) => (
          <span className={look({ flow: 'inlineRow', wrap: true, gap: 1, align: 'center' })}>
            <Link
              to="/parts"
              search={{ list: 'movements', part: String(part), store: String(store.id) } as never}
            >
              {quantityText(quantity, locale)}
            </Link>
            {minimum !== null && quantity < minimum && (
              <Badge tone="warn">{t('parts.underMinimum')}</Badge>
            )}
          </span>
        ),
      },
      {
        key: 'minimum',
        label: t('parts.minimum'),
        isNumber: true,
        cell: ({ minimum }) => (minimum === null ? '–' : quantityText(minimum, locale)),
      },
      {
        key: 'average_cost',
        label: t('parts.averageCost'),
        isNumber: true,
        cell: ({ average_cost: cost }) => money(cost),
      },
    ],
    [t, locale, money, part],
  );
}

/** The stock of a part in each store, and the way to its movements. */
export function PartDetails({ one }: { readonly one: Part }) {
  const { t } = useTranslation();
  const { current } = useSession();
  const columns = useColumns(one.id);
  const [place, setPlace] = useState<Place | null>(null);
  return (
    <Section title={t('parts.stock')}>
      <DataTable
        label={t('parts.stock')}
        columns={columns}
        rows={one.stock}
        keyOf={({ store }) => store.id}
        state={SETTLED}
        empty={{ title: t('parts.noStores'), text: t('parts.noStoresText') }}
        {...(may(current, PARTS_WRITE)
          ? {
              actions: (row: Place) => (
                <Button kind="link" onClick={() => setPlace(row)}>
                  {t('parts.changePlace')}
                </Button>
              ),
            }
          : {})}
      />
      <Link to="/parts" search={{ list: 'movements', part: String(one.id) } as never}>
        {t('parts.showMovements')}
      </Link>
      {place !== null && <PlaceDialog one={one} place={place} onClose={() => setPlace(null)} />}
    </Section>
  );
}
