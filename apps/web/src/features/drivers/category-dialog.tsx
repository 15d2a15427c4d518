import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { ChoiceDialog } from '../../ui/choice-dialog.tsx';
import type { BulkAction } from '../../ui/resource/resource.ts';
import { useCategories } from './drivers-fields.tsx';

/** Sets the category of the selected drivers. */
export const CategoryDialog: BulkAction['Dialog'] = ({ ids, ...ends }) => {
  const { t } = useTranslation();
  const categories = useCategories();
  return (
    <ChoiceDialog
      title={t('drivers.changeCategory')}
      label={t('drivers.category')}
      none={t('drivers.noCategory')}
      options={categories}
      field="category"
      onSave={(category) => api.drivers.changeMany({ body: { ids: [...ids], category } })}
      {...ends}
    />
  );
};
