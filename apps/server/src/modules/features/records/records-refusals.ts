import { conflict, forbidden } from '../../../platform/errors.ts';

/** 403 for actions of managers and administrators. */
export const forManagers = () => forbidden('access.managers_only');

/** 409: another person has changed the record since it was read. */
export const changedMeanwhile = () => conflict('request.changed_meanwhile');
