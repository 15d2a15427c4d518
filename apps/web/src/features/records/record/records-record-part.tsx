/** A part of a record with its heading. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="record-part">
      <h4>{title}</h4>
      {children}
    </div>
  );
}
