import { VEHICLE_TYPES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { look } from '../../ui/look/look.ts';
import { MonthSelect } from '../../ui/select/month-select.tsx';
import { type Bound, Choice, DepotChoice } from '../records/records-filters.tsx';
import { ExportMenu, type ListExport } from './cost-export-menu.tsx';
import { CONTROL } from './costs.ts';

/** Months, type and depot of the records behind a figure, and their download. */
export function RecordsControls({
  asked: { address, change, query, thisMonth },
  file,
  children,
}: {
  readonly asked: {
    readonly address: Bound['values'];
    readonly change: Bound['change'];
    /** First and last month. */
    readonly query: { readonly from: string; readonly to: string };
    readonly thisMonth: string;
  };
  readonly file: ListExport;
  /** Filters of this list alone, from their props. */
  readonly children?: (bound: Bound & { readonly className: string }) => React.ReactNode;
}) {
  const { t } = useTranslation();
  const again: Bound['change'] = (changes) => change({ page: undefined, ...changes });
  const bound = { className: CONTROL, values: address, change: again };
  return (
    <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2 })}>
      {(['fromMonth', 'toMonth'] as const).map((name) => (
        <MonthSelect
          key={name}
          className={CONTROL}
          aria-label={t(`costs.${name}`)}
          value={name === 'fromMonth' ? query.from : query.to}
          last={query.to > thisMonth ? query.to : thisMonth}
          onMonth={(month) => again({ [name]: month })}
        />
      ))}
      {children?.(bound)}
      <Choice
        {...bound}
        name="vehicle_type"
        label={t('costs.by.vehicle_type')}
        all={t('costs.anyType')}
        options={VEHICLE_TYPES.map((value) => ({ value, label: t(`vehicles.type.${value}`) }))}
      />
      <DepotChoice {...bound} />
      {address.vehicle !== undefined && (
        <Button onClick={() => again({ vehicle: undefined })}>{t('costs.allVehicles')}</Button>
      )}
      <span className={look({ grow: true })} />
      <ExportMenu file={file} query={query} />
    </div>
  );
}
