/** What adding a document, archiving and planning ask for. */
export const WRITE = { kind: 'module', anyOf: ['Vehicle File'], write: true } as const;
