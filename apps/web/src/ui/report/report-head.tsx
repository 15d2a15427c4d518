import { cx, look, row } from '../look/look.ts';
import { BAR } from '../look/looks.ts';
import { PageTitle } from '../page-title.tsx';
import styles from './report.module.css';

/** Head of a report: its title, its subject, and its switches and menus. */
export function ReportHead({
  title,
  subject,
  children,
}: {
  readonly title: string;
  readonly subject: string;
  readonly children: React.ReactNode;
}) {
  return (
    <header className={cx(row({ ...BAR, paddingY: 3, ground: 'surface' }), styles.reportHead)}>
      <PageTitle title={title} />
      <span className={cx(look({ grow: true, nowrap: true, tone: 'quiet' }), styles.reportSubject)}>
        {subject}
      </span>
      {children}
    </header>
  );
}

/** Buttons side by side, of which one is pressed. */
export function ReportSwitch({
  legend,
  children,
}: {
  readonly legend: string;
  readonly children: React.ReactNode;
}) {
  return (
    <fieldset
      className={cx(
        row({
          gap: 'half',
          minWidth: 0,
          margin: 0,
          padding: 'half',
          ground: 'hover',
          border: 'none',
          radius: 'medium',
        }),
        styles.reportSwitch,
      )}
    >
      <legend className="visually-hidden">{legend}</legend>
      {children}
    </fieldset>
  );
}
