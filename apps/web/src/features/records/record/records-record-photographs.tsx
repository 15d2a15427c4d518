import { useTranslation } from 'react-i18next';
import { knownText } from '../../../ui/known-text.ts';
import { cx, stack } from '../../../ui/look/look.ts';
import { PhotographLink } from '../../../ui/record/photograph-link.tsx';
import styles from '../../../ui/record/record.module.css';
import { Part } from './records-record-part.tsx';
import type { Defect } from './use-record.ts';

type Photograph = Defect['photographs'][number];

function Photographs({
  title,
  photographs,
}: {
  readonly title: string;
  readonly photographs: readonly Photograph[];
}) {
  const { t } = useTranslation();
  if (photographs.length === 0) return null;
  return (
    <Part title={title}>
      <ul
        className={cx(
          stack({ gap: 3, width: 'full', padding: 0, margin: 0, list: true }),
          styles.recordGrid,
        )}
      >
        {photographs.map(({ id, address, ...photograph }, n) => {
          // The point of a check that it shows.
          const caption = knownText(photograph.caption, t);
          const name = caption === '' ? t('record.photograph', { n: n + 1 }) : caption;
          return (
            <li key={id}>
              <PhotographLink address={address} name={name} />
              {caption !== '' && <span>{caption}</span>}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

/** Photos of the finding and of its repair; select one to enlarge it. */
export function RecordPhotographs({
  photographs,
}: {
  readonly photographs: readonly Photograph[];
}) {
  const { t } = useTranslation();
  const that = (wanted: Photograph['shows']) => photographs.filter(({ shows }) => shows === wanted);
  return (
    <>
      <Photographs title={t('record.photographs')} photographs={that('finding')} />
      <Photographs title={t('record.repairPhotographs')} photographs={that('repair')} />
    </>
  );
}
