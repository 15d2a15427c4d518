import { SCORE_LEAST_MILES } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import styles from './behaviour.module.css';
import type { BehaviourKind } from './driver-behaviour-kinds.ts';

/** The formula of the score with the weights in use (requirements M-P11, M-P12). */
export function Formula({ kind }: { readonly kind: BehaviourKind }) {
  const { t } = useTranslation();
  return (
    <details className={styles.formula}>
      <summary>{t('behaviour.formulaTitle')}</summary>
      <p>{t('behaviour.formula')}</p>
      <ul>
        {Object.entries(kind.weights).map(([name, points]) => (
          <li key={name}>
            <strong>−{t('behaviour.points', { count: points })}</strong>
            <span>{t(`behaviour.weight.${name}`)}</span>
          </li>
        ))}
      </ul>
      <p>{t('behaviour.formulaLeast', { miles: String(SCORE_LEAST_MILES) })}</p>
    </details>
  );
}
