import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { Button } from '../../ui/button/button.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { BrakePlanDialog } from './brake-plan-dialog.tsx';
import { IntervalFacts, Quarters, Statement } from './brake-state.tsx';
import { BrakeTestDialog, type VehicleBrakes } from './brake-test-dialog.tsx';
import { BrakeTestList } from './brake-tests-list.tsx';
import { mayRecord } from './may-record.ts';

/** The brake year of a vehicle: what is due and why, its interval, its tests. */
export function BrakeParts({ brakes }: { readonly brakes: VehicleBrakes }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { current } = useSession();
  const [dialog, setDialog] = useState<'test' | 'plan' | null>(null);
  const mayWrite = mayRecord(current);
  const changed = () => {
    void client.invalidateQueries({ queryKey: ['brake-tests'] });
    void client.invalidateQueries({ queryKey: ['brake_test'] });
  };
  return (
    <div className={stack({ gap: 4 })}>
      {mayWrite && (
        <div className={row({ gap: 2, wrap: true })}>
          <Button kind="primary" onClick={() => setDialog('test')}>
            {t('brakes.record')}
          </Button>
          <Button onClick={() => setDialog('plan')}>{t('brakes.changePlan')}</Button>
        </div>
      )}
      <Part title={t('brakes.statement')}>
        <Statement of={brakes} />
        {brakes.plan.assessment !== '' && (
          <p>
            {t('brakes.assessedAs', {
              text: brakes.plan.assessment,
              name: brakes.plan.assessed_by,
            })}
          </p>
        )}
      </Part>
      {brakes.state !== 'not_required' && (
        <Part title={t('brakes.year')}>
          <Quarters brakes={brakes} />
        </Part>
      )}
      <Part title={t('brakes.interval')}>
        <IntervalFacts brakes={brakes} />
      </Part>
      <Part title={t('brakes.history')}>
        <BrakeTestList brakes={brakes} mayWrite={mayWrite} onChanged={changed} />
      </Part>
      {dialog === 'test' && (
        <BrakeTestDialog brakes={brakes} onDone={changed} onClose={() => setDialog(null)} />
      )}
      {dialog === 'plan' && (
        <BrakePlanDialog brakes={brakes} onDone={changed} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

/** The section "Brake tests" of the page of a vehicle. */
export function BrakeSection({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['brake-tests', vehicleId],
    queryFn: ({ signal }) =>
      api.brakeTests.vehicle({ params: { id: vehicleId }, signal, quiet: true }),
  });
  return (
    <section className={stack({ gap: 3 })} aria-busy={query.isPending}>
      {query.isPending && <p>{t('brakes.loading')}</p>}
      {query.error !== null && query.data === undefined && (
        <div role="alert">
          <p>{t('action.loadFailed')}</p>
          <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {query.data !== undefined && <BrakeParts brakes={query.data} />}
    </section>
  );
}
