import { type AssetKind, canPull } from '@roadworthy/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { DriverLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { CoupleDialog, UncoupleDialog } from './coupling-dialogs.tsx';
import { EndText, useMomentText } from './coupling-words.tsx';
import { COUPLINGS_KEY, COUPLINGS_WRITE, type Coupling } from './couplings.ts';

const NONE = '–';
/** The last ones; the list shows all. */
const SHOWN = 20;
/** While past records are searched. */
const SEARCH_POLL_MS = 10_000;

function useColumns(isPuller: boolean): readonly Column<Coupling>[] {
  const { t } = useTranslation();
  const moment = useMomentText();
  return useMemo(
    (): readonly Column<Coupling>[] => [
      {
        key: 'other',
        label: t(isPuller ? 'couplings.trailer' : 'couplings.vehicle'),
        cell: (one) => <VehicleLink vehicle={isPuller ? one.trailer : one.vehicle} />,
      },
      {
        key: 'coupled_at',
        label: t('couplings.coupledAt'),
        cell: ({ coupled_at }) => moment(coupled_at),
      },
      {
        key: 'uncoupled_at',
        label: t('couplings.uncoupledAt'),
        cell: (one) => <EndText at={one.uncoupled_at} silentSince={one.silent_since} />,
      },
      {
        key: 'driver',
        label: t('couplings.driver'),
        cell: ({ driver }) => (driver === null ? NONE : <DriverLink driver={driver} />),
      },
    ],
    [t, moment, isPuller],
  );
}

/** The section "Trailers" of a vehicle, or "Coupled to" of a trailer: what is coupled, and the last times. */
export function CouplingSection({
  vehicle,
}: {
  readonly vehicle: {
    readonly id: number;
    readonly kind: AssetKind;
    readonly registration: string;
  };
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { current } = useSession();
  const mayWrite = may(current, COUPLINGS_WRITE);
  const [dialog, setDialog] = useState<Coupling | 'couple' | null>(null);
  const { id, kind, registration } = vehicle;
  const isPuller = canPull(kind);
  const list = useQuery({
    queryKey: [COUPLINGS_KEY, 'asset', id],
    queryFn: ({ signal }) =>
      api.couplings.list({ query: { asset: id, pageSize: SHOWN }, signal, quiet: true }),
    refetchInterval: ({ state }) => ((state.data?.searching ?? 0) > 0 ? SEARCH_POLL_MS : false),
  });
  const changed = () => {
    setDialog(null);
    void client.invalidateQueries({ queryKey: [COUPLINGS_KEY] });
    void client.invalidateQueries({ queryKey: ['overview', 'vehicle', id] });
  };
  const columns = useColumns(isPuller);
  const self = { id, registration };
  const bound = { onDone: changed, onClose: () => setDialog(null) };
  return (
    <div className={stack({ gap: 3, padding: 4 })}>
      <div className={row({ gap: 3, wrap: true, align: 'center' })}>
        {mayWrite && (
          <Button kind="primary" onClick={() => setDialog('couple')}>
            {t('couplings.new')}
          </Button>
        )}
        <Link to="/couplings" search={{ asset: String(id) } as never}>
          {t('couplings.all')}
        </Link>
      </div>
      <h2 className={look({ size: 'lead', margin: 0 })}>{t('couplings.title')}</h2>
      {!isPuller && (list.data?.searching ?? 0) > 0 && (
        <p role="status">{t('couplings.searching', { count: list.data?.searching ?? 0 })}</p>
      )}
      <DataTable
        label={t('couplings.title')}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(one) => one.id}
        state={list}
        empty={{ title: t('couplings.none'), text: t('couplings.noneText') }}
        {...(mayWrite
          ? {
              actions: (one: Coupling) =>
                one.uncoupled_at === null && (
                  <Button className="table-action" onClick={() => setDialog(one)}>
                    {t('couplings.uncouple')}
                  </Button>
                ),
            }
          : {})}
      />
      {dialog === 'couple' && (
        <CoupleDialog {...bound} first={isPuller ? { vehicle: self } : { trailer: self }} />
      )}
      {dialog !== null && dialog !== 'couple' && (
        <UncoupleDialog
          {...bound}
          one={dialog}
          onDone={() => {
            toast.success(t('couplings.uncoupled'));
            changed();
          }}
        />
      )}
    </div>
  );
}
