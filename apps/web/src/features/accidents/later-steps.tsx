import { useEffect } from 'react';
import { cx, stack } from '../../ui/look/look.ts';
import { speakAsPage } from '../../ui/page-texts/speak.ts';
import { PhotoPicker } from '../../ui/photo-picker/photo-picker.tsx';
import { t } from '../../ui/public-page/texts.ts';
import { SignatureSection } from '../../ui/signature-pad/signature-section.tsx';
import styles from './accident.module.css';
import type { StepProps } from './accident-draft.ts';
import type { Step } from './accidents-faults.ts';
import type { Party } from './accidents-model.ts';
import { InvolvedParties } from './involved-parties/accidents-involved-parties.tsx';
import type {
  InvolvedParty,
  PartyType,
} from './involved-parties/accidents-involved-parties-party.ts';

await speakAsPage();

/** Large enough to read a number plate, small enough for a weak network. */
const SCENE_QUALITY = '1280px';
const SCENE_LIMIT = 10;

/** Other parties or witnesses: starts with one empty card, which may stay empty (P-173). */
function People({
  form: { draft, change, filesOf, putPhotos },
  field,
}: Pick<StepProps, 'form'> & { readonly field: 'parties' | 'witnesses' }) {
  const type: PartyType = field === 'witnesses' ? 'witness' : 'other';
  const cards = draft[field].map(
    (party): InvolvedParty => ({ ...party, photos: filesOf(party.photos) }),
  );
  const keep = (people: readonly InvolvedParty[]) => {
    const kept = people.map((person): Party => {
      const before = draft[field].find(({ key }) => key === person.key)?.photos ?? [];
      return { ...person, photos: putPhotos(before, person.photos) };
    });
    const gone = draft[field].filter(({ key }) => !people.some((person) => person.key === key));
    for (const { photos } of gone) putPhotos(photos, []);
    change({ [field]: kept });
  };
  return (
    <section className={cx(stack({ gap: 2, items: 'start' }), styles.accidentPeople)}>
      <h3>{t(`accident.${field}`)}</h3>
      <p className="public-quiet">{t('accident.maybeEmpty')}</p>
      <InvolvedParties
        label={t(`accident.${field}`)}
        type={type}
        parties={cards}
        newKey={() => crypto.randomUUID()}
        onChange={keep}
      />
    </section>
  );
}

/** Other parties and witnesses (K-20). */
function PeopleStep({ form }: StepProps) {
  return (
    <>
      <People form={form} field="parties" />
      <People form={form} field="witnesses" />
    </>
  );
}

/** Photos and a sketch of the scene. */
function PhotosStep({ form: { draft, change, filesOf, putPhotos } }: StepProps) {
  return (
    <>
      <h3>{t('accident.photos')}</h3>
      <p>{t('accident.photosHint')}</p>
      <PhotoPicker
        photos={filesOf(draft.photos)}
        limit={SCENE_LIMIT}
        quality={SCENE_QUALITY}
        onChange={(photos) => change({ photos: putPhotos(draft.photos, photos) })}
      />
      <p>{t('accident.sketchHint')}</p>
      <SignatureSection
        title={t('accident.sketch')}
        boxText={t('accident.drawSketch')}
        prompt={t('accident.clickToDraw')}
        value={draft.sketch}
        onSign={({ image }) => change({ sketch: image })}
      />
    </>
  );
}

/** The driver's signature and name (K-P03). */
function SignStep({ form: { draft, change }, faults }: StepProps) {
  return (
    <>
      <p>{t('accident.declaration')}</p>
      <SignatureSection
        title={t('accident.signature')}
        value={draft.signature}
        name={draft.signedName === '' ? draft.driverName : draft.signedName}
        dateMs={draft.signedAtMs}
        asksName
        onSign={({ name, image }) =>
          change({ signature: image, signedName: name, signedAtMs: Date.now() })
        }
      />
      <p className="field-fault" role="alert">
        {faults.signature?.join(' ')}
      </p>
    </>
  );
}

/** The steps with signature pads and pickers. */
export function LaterSteps({ step, ...props }: StepProps & { readonly step: Step }) {
  // The language may have changed since these steps were loaded.
  useEffect(() => void speakAsPage(), []);
  if (step === 'people') return <PeopleStep {...props} />;
  return step === 'photos' ? <PhotosStep {...props} /> : <SignStep {...props} />;
}
