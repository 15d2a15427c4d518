/** A choice of one value from a list that the browser shows. */
export function Select(props: React.ComponentProps<'select'>) {
  return <select {...props} />;
}
