/** Writes whole files, for tests, the demo fleet and the simulator. */
import { writeCardBlock } from './card/card-blocks.ts';
import { type AnyFile, CHIP_FILES, FILE_IDS, type FileName, filesOf } from './card/files.ts';
import { type CardFile, UNSIGNED_FILES } from './card/read-card.ts';
import { writePart, writeSignature } from './vehicle-unit/part-bytes.ts';
import type { PartData, PartName } from './vehicle-unit/parts.ts';
import { POSITIVE_RESPONSE, TRANSFER_TYPES } from './vehicle-unit/read-vehicle-unit.ts';
import type { Form } from './vehicle-unit/records.ts';

/** Makes the signature of the given bytes. */
export type Sign = (bytes: Uint8Array) => Uint8Array;

export type CardContent = Pick<CardFile, 'cardType' | 'chip' | 'first' | 'second'>;

function writeFiles(
  contents: Readonly<Record<string, unknown>>,
  codecs: Readonly<Record<string, AnyFile>>,
  generation: 1 | 2,
  sign: Sign | null,
): Uint8Array[] {
  return Object.entries(contents).flatMap(([name, content]) => {
    const bytes = (codecs[name] as AnyFile).write(content);
    const block = { fileId: FILE_IDS[name as FileName], generation };
    const data = writeCardBlock({ ...block, isSignature: false, bytes });
    if (sign === null || UNSIGNED_FILES.has(name as FileName)) return [data];
    return [data, writeCardBlock({ ...block, isSignature: true, bytes: sign(bytes) })];
  });
}

/** A card download; files follow in the order of the members of `content`. */
export function writeCardFile(
  content: CardContent,
  sign: { readonly first?: Sign; readonly second?: Sign } = {},
): Uint8Array {
  const chip = CHIP_FILES as unknown as Record<string, AnyFile>;
  return Buffer.concat([
    ...writeFiles(content.chip, chip, 1, null),
    ...writeFiles(content.first ?? {}, filesOf(1, content.cardType), 1, sign.first ?? null),
    ...writeFiles(content.second ?? {}, filesOf(2, content.cardType), 2, sign.second ?? null),
  ]);
}

export type TransferContent = {
  [P in PartName]: { readonly part: P; readonly form: Form; readonly data: PartData[P] };
}[PartName];

/** A download of a vehicle unit. */
export function writeVehicleUnitFile(contents: readonly TransferContent[], sign: Sign): Uint8Array {
  return Buffer.concat(
    contents.flatMap(({ part, form, data }) => {
      const type = Object.entries(TRANSFER_TYPES).find(
        ([, kind]) => kind.part === part && kind.form === form,
      )?.[0];
      const { unsigned, signed } = writePart(part, form, data);
      const head = Uint8Array.of(POSITIVE_RESPONSE, Number(type));
      return [head, unsigned, signed, writeSignature(form, sign(signed))];
    }),
  );
}
