import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { cx, row, stack } from '../../../ui/look/look.ts';
import { PhotoPicker } from '../../../ui/photo-picker/photo-picker.tsx';
import type { InvolvedParty, PartyType } from './accidents-involved-parties-party.ts';
import styles from './involved-parties.module.css';

/** Requirements P-183, P-184. */
const PHOTOS = { limit: 5, quality: '500px' } as const;
const MOST_IN_VEHICLE = 200;

type TextField = 'phone_number' | 'registration' | 'injury_details' | 'people_property_details';

interface CardProps {
  readonly party: InvolvedParty;
  readonly type: PartyType;
  readonly nameRef: (element: HTMLInputElement | null) => void;
  readonly onChange: (changed: Partial<InvolvedParty>) => void;
  readonly onRemove: () => void;
}

/** Name and number, both required; errors show after the field was visited (P-176). */
function RequiredFields({ party, type, nameRef, onChange }: CardProps) {
  const { t } = useTranslation();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (field: string) => setTouched((before) => new Set([...before, field]));
  const name = t(type === 'witness' ? 'accident.witnessName' : 'accident.partyName');
  const { driver_name: value, number_in_vehicle: count } = party;
  const isNameless = touched.has('name') && value.trim() === '';
  const isCountless = touched.has('count') && (count === null || count < 1);
  return (
    <>
      <Field
        label={name}
        isRequired
        fault={isNameless ? [t('accident.nameRequired', { name })] : undefined}
      >
        {(props) => (
          <input
            {...props}
            ref={nameRef}
            value={value}
            placeholder={name}
            maxLength={100}
            autoComplete="off"
            onBlur={() => touch('name')}
            onChange={(event) => {
              touch('name');
              onChange({ driver_name: event.currentTarget.value });
            }}
          />
        )}
      </Field>
      <Field
        label={t('accident.inVehicle')}
        isRequired
        fault={isCountless ? [t('accident.inVehicleRequired')] : undefined}
      >
        {(props) => (
          <input
            {...props}
            type="number"
            inputMode="numeric"
            min={1}
            max={MOST_IN_VEHICLE}
            value={count ?? ''}
            onBlur={() => touch('count')}
            onChange={({ currentTarget: { value: text } }) => {
              touch('count');
              const given = Math.min(Number.parseInt(text, 10), MOST_IN_VEHICLE);
              onChange({ number_in_vehicle: Number.isNaN(given) ? null : given });
            }}
          />
        )}
      </Field>
    </>
  );
}

/** The card of an involved party or a witness (P-163 to P-171). */
export function PartyCard(props: CardProps) {
  const { party, type, onChange, onRemove } = props;
  const { t } = useTranslation();
  const text = (field: TextField, label: string, isLong = false) => (
    <Field label={label} fault={undefined}>
      {(given) =>
        isLong ? (
          <textarea
            {...given}
            rows={3}
            value={party[field]}
            maxLength={1000}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        ) : (
          <input
            {...given}
            type={field === 'phone_number' ? 'tel' : 'text'}
            value={party[field]}
            maxLength={field === 'registration' ? 20 : 40}
            autoComplete="off"
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        )
      }
    </Field>
  );
  const name = t(type === 'witness' ? 'accident.witnessName' : 'accident.partyName');
  const called = party.driver_name.trim() === '' ? name : party.driver_name;
  return (
    <li
      data-part="party-card"
      className={cx(
        stack({ gap: 3, padding: 4, ground: 'surface', border: 'line', radius: 'large' }),
        styles.partyCard,
      )}
    >
      <RequiredFields {...props} />
      {text('phone_number', t('accident.phone'))}
      {text('registration', t('accident.registration'))}
      {type !== 'witness' && (
        <label
          className={cx(
            row({ gap: 2, align: 'center', minHeight: 44, weight: 'strong' }),
            styles.partyCheck,
          )}
        >
          <input
            type="checkbox"
            checked={party.injured}
            onChange={(event) => onChange({ injured: event.currentTarget.checked })}
          />
          {t('accident.injured')}
        </label>
      )}
      {type !== 'witness' &&
        party.injured &&
        text('injury_details', t('accident.injuryDetails'), true)}
      {text('people_property_details', t('accident.partyDetails'), true)}
      <PhotoPicker
        photos={party.photos}
        limit={PHOTOS.limit}
        quality={PHOTOS.quality}
        onChange={(photos) => onChange({ photos })}
      />
      <Button onClick={onRemove}>{t('accident.removeParty', { name: called })}</Button>
    </li>
  );
}
