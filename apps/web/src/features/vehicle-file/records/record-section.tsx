import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button/button.tsx';
import { cx, look } from '../../../ui/look/look.ts';
import styles from '../../../ui/record/record.module.css';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import { DefectRecord } from '../../records/record/defect-record.tsx';
import { InspectionRecord } from '../../records/record/inspection-record.tsx';
import { RECORDS_KEY } from '../../records/record/use-record.ts';
import { CheckRecord } from './check-record.tsx';

/** Loads and shows a record, or its error. */
function Read<T>({
  name,
  id,
  read,
  children,
}: {
  readonly name: 'DEFECT' | 'SAFETY_INSPECTION' | 'DRIVER_CHECK';
  readonly id: number;
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly children: (record: T) => React.ReactNode;
}) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [RECORDS_KEY, name, id],
    queryFn: ({ signal }) => read(signal),
    // Its photo URLs expire, and others may change it.
    staleTime: 0,
  });
  return (
    <section className={cx('details-section', styles.record)} aria-busy={isPending}>
      <h3>{t(`record.title.${name}`)}</h3>
      {data !== undefined && children(data)}
      {isPending && (
        <p className={look({ tone: 'quiet', size: 'small' })} role="status">
          {t('vehicleFile.loading')}
        </p>
      )}
      {isError && data === undefined && (
        <div className="details-message" role="alert">
          <p>{t('record.failed')}</p>
          <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
        </div>
      )}
    </section>
  );
}

/** The record of an activity: a defect, a safety inspection or a driver check; else nothing. */
export function RecordSection({ activity }: { readonly activity: Activity }) {
  const { activity_type_reference: name, record_id: id } = activity;
  if (id === null) return null;
  const asked = (signal: AbortSignal) => ({ params: { id }, signal, quiet: true });
  if (name === 'DEFECT') {
    return (
      <Read name={name} id={id} read={(signal) => api.defects.read(asked(signal))}>
        {(defect) => <DefectRecord defect={defect} />}
      </Read>
    );
  }
  if (name === 'SAFETY_INSPECTION') {
    return (
      <Read name={name} id={id} read={(signal) => api.inspections.read(asked(signal))}>
        {(inspection) => <InspectionRecord inspection={inspection} />}
      </Read>
    );
  }
  if (name === 'DRIVER_CHECK') {
    return (
      <Read name={name} id={id} read={(signal) => api.walkaroundRecords.read(asked(signal))}>
        {(check) => <CheckRecord check={check} />}
      </Read>
    );
  }
  return null;
}
