import type { AnswerOf, contract } from '@roadworthy/contract';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field/field.tsx';
import type { Faults } from '../../../ui/field/form-dialog.tsx';
import { cx, row } from '../../../ui/look/look.ts';
import { Select } from '../../../ui/select/select.tsx';
import styles from './admin.module.css';

export type Camera = AnswerOf<typeof contract.cameras.cameras>['results'][number];

export type CameraDraft = Omit<Camera, 'id' | 'vehicle'>;

const SOURCES = ['jt1078', 'rtsp', 'upload'] as const;
const LIVE_MODES = ['snapshot', 'stream'] as const;

/** The address of an RTSP camera. */
function AddressField({
  address,
  fault,
  onChange,
}: {
  readonly address: string | null;
  readonly fault: Faults[string] | undefined;
  readonly onChange: (address: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.whole}>
      <Field
        label={t('historic.cameras.address')}
        hint={t('historic.cameras.addressHint')}
        fault={fault}
      >
        {(props) => (
          <input
            {...props}
            autoComplete="off"
            maxLength={500}
            placeholder="rtsp://"
            value={address ?? ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
    </div>
  );
}

/** The fields of a camera, other than its vehicle. */
export function CameraFields({
  draft,
  faults,
  onChange,
}: {
  readonly draft: CameraDraft;
  readonly faults: Faults;
  readonly onChange: (part: Partial<CameraDraft>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('historic.cameras.name')} fault={faults.name}>
        {(props) => (
          <input
            {...props}
            maxLength={60}
            value={draft.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('historic.cameras.channel')} fault={faults.channel}>
        {(props) => (
          <input
            {...props}
            type="number"
            min={1}
            max={32}
            value={draft.channel}
            onChange={(event) => onChange({ channel: Number(event.currentTarget.value) })}
          />
        )}
      </Field>
      <Field label={t('historic.cameras.source')} fault={faults.source}>
        {(props) => (
          <Select
            {...props}
            value={draft.source}
            onChange={({ currentTarget }) =>
              onChange({ source: currentTarget.value as CameraDraft['source'] })
            }
          >
            {SOURCES.map((source) => (
              <option key={source} value={source}>
                {t(`historic.cameras.source.${source}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('historic.cameras.liveMode')} fault={faults.live_mode}>
        {(props) => (
          <Select
            {...props}
            value={draft.live_mode}
            onChange={({ currentTarget }) =>
              onChange({ live_mode: currentTarget.value as CameraDraft['live_mode'] })
            }
          >
            {LIVE_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {t(`historic.cameras.liveMode.${mode}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft.source === 'rtsp' && (
        <AddressField
          address={draft.address}
          fault={faults.address}
          onChange={(address) => onChange({ address })}
        />
      )}
      <label
        className={cx(
          row({ align: 'center', gap: 2, minHeight: 40 }),
          styles.adminCheck,
          styles.whole,
        )}
      >
        <input
          type="checkbox"
          checked={draft.is_active}
          onChange={(event) => onChange({ is_active: event.currentTarget.checked })}
        />
        {t('historic.cameras.active')}
      </label>
    </>
  );
}
