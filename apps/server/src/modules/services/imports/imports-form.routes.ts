import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { badRequest, wrongField } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files/index.ts';
import { parseInput } from '../../../platform/http/index.ts';
import { receiveFile } from '../../features/vehicle-file/index.ts';

/** A received file, stored in a local file. */
export interface ReceivedTable {
  readonly path: string;
  readonly fileName: string;
}

const MAX_FIELDS = 10;
const FIELD_BYTES = 10_000;
/** Safety margin: `receiveFile` enforces the exact limit. */
const FILE_BYTES = 18_000_000;
const MAX_NAME = 120;

/** The sender's file name without folders and invisible characters. */
const nameOf = (fileName: string): string =>
  basename(fileName.replaceAll('\\', '/'))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .slice(0, MAX_NAME);

interface Received {
  readonly texts: Readonly<Record<string, string>>;
  readonly file: ReceivedTable | null;
}

/** Receives a multipart body of texts and one file, `file`. Reports errors once all has arrived. */
async function receive(request: FastifyRequest, path: string): Promise<Received> {
  if (!request.isMultipart()) throw badRequest('validation.multipart_expected');
  const texts: Record<string, string> = {};
  let file: ReceivedTable | null = null;
  let failure: unknown = null;
  const limits = { files: 1, fields: MAX_FIELDS, fieldSize: FIELD_BYTES, fileSize: FILE_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated === true)
        failure ??= wrongField(part.fieldname, 'validation.too_long');
      // An empty field counts as missing (requirement Q-11).
      else if (part.value !== '') texts[part.fieldname] = String(part.value);
    } else if (part.fieldname !== 'file') {
      part.file.resume();
    } else {
      try {
        await receiveFile(part.file, path, part.filename, 'file');
        file = { path, fileName: nameOf(part.filename) || 'file' };
      } catch (error) {
        failure ??= error;
        part.file.resume();
      }
    }
  }
  if (failure !== null) throw failure;
  return { texts, file };
}

/**
 * Receives a form with one file, runs the work, and then deletes the temporary file.
 *
 * @throws HttpError 400 for fields that the schema rejects, 413 for a file of 9,000,000 bytes or
 *   more (requirement Q-P03)
 */
export async function withTable<S extends z.ZodObject, T>(
  files: Files,
  request: FastifyRequest,
  schema: S,
  work: (fields: z.output<S>, file: ReceivedTable | null) => Promise<T>,
): Promise<T> {
  const path = await files.temporaryPath();
  try {
    const { texts, file } = await receive(request, path);
    return await work(parseInput(schema, texts) as z.output<S>, file);
  } finally {
    await rm(path, { force: true });
  }
}
