import { DEFECT_AREAS, SEVERITIES, takesOffRoad } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field/field.tsx';
import { cx, look } from '../../ui/look/look.ts';
import { PhotographsField } from '../../ui/photo-picker/photographs-field.tsx';
import styles from '../../ui/record/record.module.css';
import { ChoiceField, DraftVehicleField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import type { Defect } from '../records/record/use-record.ts';
import type { ReportDraft } from './report-draft.ts';

const MAX_FINDING = 500;
const MAX_NAME = 90;
const MAX_PLACE = 120;

/** Description of the defect. */
function FindingField({ draft, faults, change }: FormProps<ReportDraft, Defect>) {
  const { t } = useTranslation();
  return (
    <Field label={t('defects.finding')} isRequired fault={faults.finding}>
      {(props) => (
        <textarea
          {...props}
          rows={3}
          maxLength={MAX_FINDING}
          value={draft.finding}
          onChange={(event) => change({ finding: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

/**
 * A defect reported by hand: vehicle, part, severity, description, place and photos. After it is
 * reported, only the steps of its workflow change it.
 */
export function ReportFields(form: FormProps<ReportDraft, Defect>) {
  const { t } = useTranslation();
  const { draft, faults, change } = form;
  const { area, severity } = draft;
  if (form.one !== null) return null;
  return (
    <>
      <DraftVehicleField form={form} label={t('recordList.registration')} />
      <ChoiceField
        form={form}
        name="area"
        label={t('defects.area')}
        isRequired
        options={DEFECT_AREAS.map((value) => ({ value, label: t(`checkTemplates.area.${value}`) }))}
      />
      <TextField
        form={form}
        name="name"
        label={t('defects.part')}
        hint={t('defects.partHint')}
        maxLength={MAX_NAME}
        isRequired
      />
      <ChoiceField
        form={form}
        name="severity"
        label={t('recordList.severity')}
        isRequired
        options={SEVERITIES.map((value) => ({ value, label: t(`record.severity.${value}`) }))}
      />
      <p
        className={cx(look({ margin: 0, tone: 'bad', weight: 'strong' }), styles.defectWarning)}
        role="status"
      >
        {area !== null && severity !== null && takesOffRoad({ area, severity })
          ? t('defects.offRoad')
          : ''}
      </p>
      <FindingField {...form} />
      <TextField form={form} name="place" label={t('defects.place')} maxLength={MAX_PLACE} />
      <PhotographsField
        photos={draft.photos}
        fault={faults.photos}
        onChange={(photos) => change({ photos })}
      />
    </>
  );
}
