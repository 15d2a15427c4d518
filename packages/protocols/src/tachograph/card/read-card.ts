import type { ProblemList, TachographProblem } from '../problems.ts';
import { equipmentType } from '../types/codes.ts';
import { type CardBlock, readCardBlocks } from './card-blocks.ts';
import {
  CHIP_FILES,
  type ChipData,
  type FileName,
  type FirstGenerationData,
  filesOf,
  type SecondGenerationData,
} from './files.ts';
import type { CardType } from './identification-files.ts';

/** One elementary file as downloaded. */
export interface CardFileEntry {
  readonly name: FileName | null;
  readonly fileId: number;
  readonly generation: 1 | 2;
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array | null;
  /** First members of a file that is cut short; null if it was read as a whole. */
  readonly part: Readonly<Record<string, unknown>> | null;
}

export interface CardFile {
  readonly kind: 'card';
  readonly cardType: CardType;
  readonly chip: ChipData;
  /** Null if the download has no files of this generation. */
  readonly first: FirstGenerationData | null;
  readonly second: SecondGenerationData | null;
  readonly files: CardFileEntry[];
  readonly problems: TachographProblem[];
}

const CARD_TYPES: readonly string[] = [
  'driver_card',
  'workshop_card',
  'control_card',
  'company_card',
];

/** As EF Application_Identification states it; a file without it is read as a driver card. */
function cardTypeOf(blocks: readonly CardBlock[]): CardType {
  for (const { name, isSignature, bytes } of blocks) {
    if (name !== 'application_identification' || isSignature || bytes.length === 0) continue;
    const type = equipmentType.read(bytes, 0);
    if (CARD_TYPES.includes(type)) return type as CardType;
  }
  return 'driver_card';
}

const CHIP: Readonly<Record<string, unknown>> = CHIP_FILES;
/** Files that a card does not sign (appendix 7, DDP_035), and those it need not. */
export const UNSIGNED_FILES: ReadonlySet<FileName> = new Set<FileName>([
  'icc',
  'ic',
  'card_certificate',
  'card_sign_certificate',
  'ca_certificate',
  'link_certificate',
  'card_download',
  'workshop_card_download',
]);

/** The signature of each file: it follows its file, at once or later in the same download. */
function signaturesOf(blocks: readonly CardBlock[]): Map<CardBlock, Uint8Array> {
  const last = new Map<string, CardBlock>();
  const signatures = new Map<CardBlock, Uint8Array>();
  for (const block of blocks) {
    const key = `${block.generation} ${block.fileId}`;
    if (!block.isSignature) last.set(key, block);
    const signed = last.get(key);
    if (block.isSignature && signed !== undefined && !signatures.has(signed))
      signatures.set(signed, block.bytes);
  }
  return signatures;
}

interface CardParts {
  chip: Record<string, unknown>;
  first: Record<string, unknown> | null;
  second: Record<string, unknown> | null;
}

function targetOf(parts: CardParts, block: CardBlock): Record<string, unknown> {
  if (block.name !== null && block.name in CHIP) return parts.chip;
  if (block.generation === 1) {
    parts.first ??= {};
    return parts.first;
  }
  parts.second ??= {};
  return parts.second;
}

export function readCard(bytes: Uint8Array, start: number, problems: ProblemList): CardFile {
  const blocks = readCardBlocks(bytes, start, problems);
  const cardType = cardTypeOf(blocks);
  const parts: CardParts = { chip: {}, first: null, second: null };
  const codecs = { 1: filesOf(1, cardType), 2: filesOf(2, cardType) };
  const entries: CardFileEntry[] = [];
  const signatures = signaturesOf(blocks);
  for (const block of blocks) {
    if (block.isSignature) continue;
    const { name, fileId, generation, offset } = block;
    const signature = signatures.get(block) ?? null;
    const entry = { name, fileId, generation, offset, bytes: block.bytes, signature };
    const codec =
      name === null
        ? undefined
        : ((CHIP_FILES as unknown as (typeof codecs)[1])[name] ?? codecs[generation][name]);
    if (name === null || codec === undefined) {
      problems.add({ code: 'unknown_elementary_file', where: name ?? '', offset });
      entries.push({ ...entry, part: null });
      continue;
    }
    if (signature === null && !UNSIGNED_FILES.has(name))
      problems.add({ code: 'signature_missing', where: name, offset });
    const target = targetOf(parts, block);
    const reading = codec.read(block.bytes, { name, offset }, problems);
    if (name in target) problems.add({ code: 'duplicate', where: name, offset });
    else if ('value' in reading) target[name] = reading.value;
    entries.push({
      ...entry,
      part: 'part' in reading ? (reading.part as object as Record<string, unknown>) : null,
    });
  }
  return { kind: 'card', cardType, ...parts, files: entries, problems: problems.list } as CardFile;
}
