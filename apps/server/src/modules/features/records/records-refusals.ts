import { conflict, forbidden } from '../../../platform/errors.ts';

/** 403 for what only managers and administrators may do. */
export const forManagers = () => forbidden('access.managers_only');

/** 409 for who would change what somebody else has changed since it was read. */
export const changedMeanwhile = () => conflict('request.changed_meanwhile');
