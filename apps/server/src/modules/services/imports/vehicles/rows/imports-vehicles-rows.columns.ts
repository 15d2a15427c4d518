import { UPLOAD_FIELDS, type UploadField } from '@roadworthy/domain';
import type { UploadColumns } from '../../../../../platform/db/index.ts';
import { plainHeader } from '../../reading/imports-reading-headings.ts';

/**
 * Header names of the fields, in both languages of the product, in the form of {@link plainHeader}.
 * Includes the names in the export of vehicles.
 */
const NAMES: Readonly<Record<UploadField, readonly string[]>> = {
  registration: [
    'registration',
    'reg',
    'regno',
    'registrationnumber',
    'vrm',
    'vehicle',
    'plate',
    'numberplate',
    'licenceplate',
    'licenseplate',
    'matricula',
    'veiculo',
    'viatura',
  ],
  vin: ['vin', 'vinnumber', 'chassis', 'chassisnumber', 'chassisno', 'quadro', 'numerodequadro'],
  vehicle_type: ['vehicletype', 'type', 'typeofvehicle', 'kind', 'tipo', 'tipodeveiculo'],
  energy: ['energy', 'fuel', 'fueltype', 'runson', 'energia', 'combustivel', 'movidoa'],
  manufacturer: ['manufacturer', 'make', 'brand', 'marca', 'fabricante'],
  model: ['model', 'vehiclemodel', 'modelo'],
  region: ['region', 'area', 'regiao', 'zona'],
  depot: [
    'depot',
    'depots',
    'vehiclegroup',
    'vehiclegroups',
    'group',
    'site',
    'base',
    'deposito',
    'depositos',
    'grupo',
  ],
  livery_category: ['liverycategory', 'livery', 'colour', 'color', 'pintura', 'libre', 'decoracao'],
  contract_type: ['contracttype', 'contract', 'tipodecontrato', 'contrato'],
  lease_company: [
    'leasecompany',
    'leasing',
    'lessor',
    'leasecompanyname',
    'locadora',
    'empresadeleasing',
  ],
  tracker: [
    'tracker',
    'trackers',
    'imei',
    'device',
    'trackernumber',
    'serial',
    'localizador',
    'localizadores',
    'dispositivo',
  ],
  first_registered_on: [
    'firstregisteredon',
    'firstregistered',
    'firstregistration',
    'dateoffirstregistration',
    'registeredon',
    'primeiramatricula',
    'dataprimeiramatricula',
  ],
  // A column "kind" alone stays the vehicle type, as before.
  asset_kind: ['assetkind', 'kindofasset', 'asset', 'assettype', 'tipodeativo', 'ativo'],
  identifiers: [
    'identifiers',
    'identifier',
    'beacon',
    'beacons',
    'beaconid',
    'traileridentifiers',
    'identificadores',
    'identificador',
  ],
  gross_weight_kg: [
    'grossweightkg',
    'grossweight',
    'gvw',
    'gvm',
    'mam',
    'pesobrutokg',
    'pesobruto',
  ],
  train_weight_kg: [
    'trainweightkg',
    'trainweight',
    'gtw',
    'gcw',
    'pesodoconjuntokg',
    'pesodoconjunto',
  ],
  is_international_haulage: [
    'isinternationalhaulage',
    'internationalhaulage',
    'transporteinternacional',
  ],
};

/** Guesses the column of each field from the header names; the first match wins. */
export function guessColumns(headers: readonly string[]): UploadColumns {
  const words = headers.map(plainHeader);
  return Object.fromEntries(
    UPLOAD_FIELDS.map((field) => {
      const place = words.findIndex((word) => NAMES[field].includes(word));
      return [field, place === -1 ? null : place];
    }),
  );
}

/** The chosen columns that exist in the header; guessed if none were chosen. */
export function chosenColumns(
  headers: readonly string[],
  chosen: UploadColumns | undefined,
): UploadColumns {
  if (chosen === undefined) return guessColumns(headers);
  return Object.fromEntries(
    UPLOAD_FIELDS.map((field) => {
      const place = chosen[field] ?? null;
      return [field, place !== null && place < headers.length ? place : null];
    }),
  );
}
