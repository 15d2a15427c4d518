import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './maps.module.css';

/** How good a part of the maps is: as it should be, basic without a setting, or broken. */
export type State = 'good' | 'basic' | 'fault';

const ICONS = { good: CircleCheck, basic: CircleDashed, fault: TriangleAlert } as const;

/** A state as icon, word and colour. */
export function MapsState({ state, text }: { readonly state: State; readonly text: string }) {
  const Icon = ICONS[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon aria-hidden size={16} />
      {text}
    </span>
  );
}

/** A part of the maps with its state. */
export function MapsPart({
  id,
  state,
  children,
}: {
  /** Its heading is `maps.<id>`. */
  readonly id: 'map' | 'addresses' | 'satellite' | 'matching';
  readonly state: { readonly state: State; readonly text: string };
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.part} aria-labelledby={`maps-${id}`}>
      <header className={styles.head}>
        <h2 id={`maps-${id}`}>{t(`maps.${id}`)}</h2>
        <MapsState {...state} />
      </header>
      {children}
    </section>
  );
}
