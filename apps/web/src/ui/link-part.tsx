import { look, stack } from './look/look.ts';

/** A part of the page with its heading, and the error of its last sending. */
export function LinkPart({
  title,
  failure = null,
  children,
}: {
  readonly title: string;
  readonly failure?: string | null;
  readonly children: React.ReactNode;
}) {
  return (
    <section
      className={stack({ gap: 3, padding: 4, border: 'line', radius: 'medium', ground: 'surface' })}
      aria-label={title}
    >
      <h2 className={look({ size: 'lead', margin: 0 })}>{title}</h2>
      {children}
      {failure !== null && (
        <p className="field-fault" role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}
