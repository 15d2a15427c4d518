import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../ui/page-title.tsx';
import '../../../ui/administration.css';
import FirstSteps from './first-steps.tsx';

/** Screen /administration/first-steps: the first steps, also after they were hidden or done. */
export function FirstStepsScreen() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageTitle title={t('administration.firstSteps')} />
      <FirstSteps isReopened />
    </div>
  );
}
