import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { ChoiceDialog } from '../../ui/choice-dialog.tsx';
import type { BulkAction } from '../../ui/resource/resource.ts';
import { useRegions } from './depots-fields.tsx';

/** Moves the selected depots to another region. */
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
