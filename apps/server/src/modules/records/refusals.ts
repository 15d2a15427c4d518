import { conflict, forbidden } from '../../platform/errors.ts';

/** 403 for what only managers and administrators may do. */
export const forManagers = () => forbidden('Only a manager or an administrator may do this.');

/** 409 for who would change what somebody else has changed since it was read. */
export const changedMeanwhile = () =>
  conflict('Somebody else has changed this record in the meantime. Read it again, then decide.');
