import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { InternalError } from '@roadworthy/domain';
import { notFound } from '../errors.ts';
import { OperatorError } from '../operator-error.ts';
import { type BlobStore, type ByteRange, storeFailure } from './blob-store.ts';

/** S3's limit of deletions per request. */
const REMOVED_AT_ONCE = 1000;
const CONNECT_LIMIT_MS = 3000;

/** The location of a bucket, from `FILES_URL`. */
export interface S3Address {
  readonly endpoint: string;
  readonly bucket: string;
  /** Prefix of every name, with its slash; empty for the bucket's root. */
  readonly prefix: string;
  readonly region: string;
  /** Null to use credentials of the machine (environment, instance role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/**
 * Parses a URL like `https://key:secret@s3.example:9000/bucket/prefix?region=eu-west-2`.
 *
 * @throws OperatorError if it names no bucket
 */
export function s3AddressOf(address: string): S3Address {
  const url = new URL(address);
  const [bucket, ...rest] = url.pathname.split('/').filter((part) => part !== '');
  if (bucket === undefined) throw new OperatorError('files.bucket_missing');
  return {
    endpoint: url.origin,
    bucket,
    prefix: rest.length === 0 ? '' : `${rest.join('/')}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials:
      url.username === ''
        ? null
        : {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
  };
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
}

/** Errors are returned; the client must not print them to the console too. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function clientOf({ endpoint, region, credentials }: S3Address): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    // Stores other than Amazon's reject the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS },
    ...(credentials === null ? {} : { credentials }),
  });
}

/** Files in a bucket of an S3-compatible store. An object exists once its last byte is stored. */
export function createS3Store(address: S3Address): BlobStore {
  const client = clientOf(address);
  const Bucket = address.bucket;
  const nameOf = (key: string) => `${address.prefix}${key}`;
  const asked = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question;
    } catch (error) {
      throw isMissing(error) ? notFound() : storeFailure(error);
    }
  };
  return {
    put: async (key, path, sizeBytes) => {
      const Body = createReadStream(path);
      const command = { Bucket, Key: nameOf(key), Body, ContentLength: sizeBytes };
      try {
        await client.send(new PutObjectCommand(command));
      } catch (error) {
        throw storeFailure(error);
      } finally {
        Body.destroy();
      }
      await rm(path, { force: true });
    },
    get: async (key, range?: ByteRange) => {
      const Range = range === undefined ? undefined : `bytes=${range.first}-${range.last}`;
      const { Body } = await asked(
        client.send(new GetObjectCommand({ Bucket, Key: nameOf(key), Range })),
      );
      return Body as Readable;
    },
    stat: async (key) => {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: nameOf(key) }));
        return found.ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw storeFailure(error);
      }
    },
    remove: async (keys) => {
      for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
        const Objects = keys.slice(at, at + REMOVED_AT_ONCE).map((key) => ({ Key: nameOf(key) }));
        const { Errors = [] } = await asked(
          client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
        );
        if (Errors.length > 0)
          throw storeFailure(
            new InternalError('files.not_removed', { reason: Errors[0]?.Code ?? '' }),
          );
      }
    },
    list: async function* () {
      let token: string | undefined;
      do {
        const page = await asked(
          client.send(
            new ListObjectsV2Command({ Bucket, Prefix: address.prefix, ContinuationToken: token }),
          ),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined) continue;
          const changedMs = LastModified?.getTime() ?? Date.now();
          yield { key: Key.slice(address.prefix.length), changedMs };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}
