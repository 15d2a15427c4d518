/** One labelled value of a description list. */
export function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Labelled values as a description list. */
export function FactList({
  className,
  facts,
}: {
  readonly className: string;
  readonly facts: readonly (readonly [label: string, value: React.ReactNode])[];
}) {
  return (
    <dl className={className}>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
