import type { LucideIcon } from 'lucide-react';
import { row, stack } from '../look/look.ts';

/** A card on the home with what concerns the user in person. */
export function OwnCard({
  id,
  title,
  icon: Icon,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly children: React.ReactNode;
}) {
  return (
    <section
      className={stack({
        gap: 3,
        padding: 4,
        marginBottom: 6,
        ground: 'surface',
        border: 'line',
        radius: 'large',
      })}
      aria-labelledby={id}
    >
      <h2 id={id} className={row({ gap: 2, align: 'center', margin: 0 })}>
        <Icon size={20} aria-hidden="true" />
        {title}
      </h2>
      {children}
    </section>
  );
}
