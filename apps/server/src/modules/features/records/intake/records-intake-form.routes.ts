import { rm } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { wrongField } from '../../../../platform/errors.ts';
import type { Files } from '../../../../platform/files/index.ts';
import { badRequest, parseInput, requestKeyOf } from '../../../../platform/http/index.ts';
import { type ReceivedFile, receiveFile, tooLarge } from '../../vehicle-file/index.ts';
import type { Received } from './records-intake.service.ts';

const MAX_PHOTOGRAPHS = 10;
const MAX_FIELDS = 30;
/** Enough for the items of a check with their notes, the largest field. */
const FIELD_BYTES = 250_000;
/** Backstop of the multipart parser; `receiveFile` enforces the exact limit of 9,000,000 bytes. */
const FILE_BYTES = 18_000_000;
/** NUL and unpaired surrogates, which PostgreSQL cannot store. */
const CONTROL = /[\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Collects the parts of a form. Errors of files are thrown once the whole body has arrived. */
class Form {
  readonly texts: Record<string, string> = {};
  readonly photos: ReceivedFile[] = [];
  signature: ReceivedFile | null = null;
  document: ReceivedFile | null = null;
  readonly paths: string[] = [];
  #failure: unknown = null;

  constructor(
    private readonly files: Files,
    private readonly more: readonly 'document'[],
  ) {}

  async take(request: FastifyRequest): Promise<void> {
    if (!request.isMultipart()) throw badRequest('validation.multipart_expected');
    const limits = {
      files: MAX_PHOTOGRAPHS + 2,
      fields: MAX_FIELDS,
      fieldSize: FIELD_BYTES,
      fileSize: FILE_BYTES,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await this.#takeFile(part);
      else if (part.valueTruncated === true) this.#failure ??= tooLarge(part.fieldname);
      else if (part.value !== '') {
        this.texts[part.fieldname] = String(part.value).replace(CONTROL, '');
      }
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async #takeFile({ fieldname, file, filename }: MultipartFile): Promise<void> {
    const isDocument = fieldname === 'document' && this.more.includes(fieldname);
    if (fieldname !== 'signature' && fieldname !== 'photos' && !isDocument) {
      file.resume();
      return;
    }
    const refusal = this.#refusalOf(fieldname);
    if (refusal !== null) {
      this.#failure ??= refusal;
      file.resume();
      return;
    }
    const path = await this.files.temporaryPath();
    this.paths.push(path);
    try {
      const received = await receiveFile(file, path, filename, fieldname);
      if (fieldname === 'signature') this.signature = received;
      else if (fieldname === 'document') this.document = received;
      else this.photos.push(received);
    } catch (error) {
      this.#failure ??= error;
      file.resume();
    }
  }

  #refusalOf(field: string): Error | null {
    if (field === 'signature') {
      return this.signature === null ? null : wrongField(field, 'record.one_signature');
    }
    if (field === 'document') {
      return this.document === null ? null : wrongField(field, 'record.one_document');
    }
    return this.photos.length < MAX_PHOTOGRAPHS
      ? null
      : wrongField(field, {
          code: 'validation.photos_too_many',
          params: { most: MAX_PHOTOGRAPHS },
        });
  }
}

/**
 * Receives a form with photographs and a signature, passes it to `work`, and deletes its temporary
 * files afterwards.
 *
 * @param more other files that the call accepts
 * @throws HttpError 400 for fields that violate the schema, 413 for a file that is too large
 */
export async function withForm<S extends z.ZodObject, T>(
  files: Files,
  request: FastifyRequest,
  schema: S,
  work: (received: Received<z.output<S>>) => Promise<T>,
  more: readonly 'document'[] = [],
): Promise<T> {
  const requestKey = requestKeyOf(request);
  const form = new Form(files, more);
  try {
    await form.take(request);
    const fields = parseInput(schema, form.texts) as z.output<S>;
    const { photos, signature, document } = form;
    return await work({ fields, photos, signature, document, requestKey });
  } finally {
    for (const path of form.paths) await rm(path, { force: true });
  }
}
