import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { BulkAction } from '../../../widgets/resource/resource.ts';
import { ChoiceDialog } from '../choice-dialog.tsx';
import { useRegions } from './fields.tsx';

/** Moves the chosen depots to another region. */
export const MoveDialog: BulkAction['Dialog'] = ({ ids, ...ends }) => {
  const { t } = useTranslation();
  const regions = useRegions();
  return (
    <ChoiceDialog
      title={t('depots.moveTitle', { count: ids.length })}
      label={t('depots.region')}
      none={t('depots.noRegion')}
      options={regions}
      field="region"
      onSave={(region) => api.depots.move({ body: { ids: [...ids], region } })}
      {...ends}
    />
  );
};
