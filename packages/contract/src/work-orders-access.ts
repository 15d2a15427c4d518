/** Permission to read work orders and recalls, and to change them. */
export const READ = {
  kind: 'module',
  anyOf: ['Defect', 'Vehicle File'],
  refusesLimited: true,
} as const;
export const WRITE = { ...READ, write: true } as const;
