/** A number with all its decimals. Numbers in reports are rounded, but an import must read what was exported. */
export const exactCell = (value: number | null): string | null =>
  value === null ? null : String(value);
