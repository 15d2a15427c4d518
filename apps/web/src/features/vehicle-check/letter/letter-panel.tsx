import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { useDisplay } from '../../../ui/display.ts';
import { VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { cx, look } from '../../../ui/look/look.ts';
import { pdfAddress } from '../pdf-address.ts';
import styles from '../report/report.module.css';
import { Facts, RecordPanel, Signature, useRecord } from '../report/vehicle-check-report-panel.tsx';
import { SaveButton } from '../save-button.tsx';
import { RECORDS } from '../vehicle-check-keys.ts';

type Letter = AnswerOf<typeof contract.vehicleCheck.noticeLetter>;

/** A sent notice letter. */
export function LetterPanel({
  id,
  onClose,
}: {
  readonly id: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const record = useRecord<Letter>([RECORDS, 'letter', id], (signal) =>
    api.vehicleCheck.noticeLetter({ params: { id }, query: {}, signal }),
  );
  return (
    <RecordPanel
      title={(letter) => letter?.subject ?? t('vehicleCheck.letter')}
      record={record}
      foot={() => (
        <SaveButton address={pdfAddress('noticeLetter', id)} fallback="notice-letter.pdf">
          {t('vehicleCheck.pdf')}
        </SaveButton>
      )}
      onClose={onClose}
    >
      {(letter) => (
        <>
          <Facts
            of={[
              [
                t('vehicleCheck.column.registration'),
                <VehicleLink key="vehicle" vehicle={letter.vehicle} />,
              ],
              [t('vehicleCheck.column.date'), formatDateTime(Date.parse(letter.date), dates)],
              [t('vehicleCheck.column.driver'), letter.driver],
              [t('vehicleCheck.column.depot'), letter.depot?.name ?? null],
              [t('vehicleCheck.reference'), letter.reference_number],
            ]}
          />
          <p className={cx(look({ breaks: true }), styles.letterText)}>{letter.text}</p>
          <Signature address={letter.signature} name={letter.signed_name} />
        </>
      )}
    </RecordPanel>
  );
}
