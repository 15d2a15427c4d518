import { useTranslation } from 'react-i18next';
import { TraceScreen as Screen } from './trace.screen.tsx';

/** Screen /telematics/trace: the route of a vehicle of the fleet (requirements M-08, M-P05). */
export function TraceScreen() {
  const { t } = useTranslation();
  return <Screen key="trace" title={t('destination.trace')} isSingle={false} />;
}

/** Screen /telematics/trace-vehicle: the same for the last selected vehicle (M-09, M-P05). */
export function TraceVehicleScreen() {
  const { t } = useTranslation();
  return <Screen key="trace-vehicle" title={t('destination.traceVehicle')} isSingle />;
}
