/*
 * The schemas that the web app needs at run time. It loads this file with the first answer in lines,
 * because a schema needs the validation library.
 */
import './without-eval.ts';
import type { z } from 'zod';
import { trips } from '../trips.ts';

/** The schema of a line, by the path of its call. */
export const LINE_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  [trips.listMany.path]: trips.listMany.line,
};
