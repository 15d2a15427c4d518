import type { Geofence } from '../geofence-json.ts';
import {
  type GeofenceFormat,
  type Geometry,
  geometryOf,
  type LabelNames,
  propertiesOf,
} from './geofences-files-properties.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that XML 1.0 cannot represent, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xml(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Converts #rrggbb to the colour format of KML: opacity, blue, green, red. */
function kmlColour(colour: string, opacity: string): string {
  const [red, green, blue] = [colour.slice(1, 3), colour.slice(3, 5), colour.slice(5, 7)];
  return `${opacity}${blue}${green}${red}`.toLowerCase();
}

const coordinates = (positions: readonly (readonly [number, number])[]) =>
  `<coordinates>${positions.map(([long, lat]) => `${long},${lat},0`).join(' ')}</coordinates>`;
const ring = (kind: 'outer' | 'inner', positions: readonly (readonly [number, number])[]) =>
  `<${kind}BoundaryIs><LinearRing>${coordinates(positions)}</LinearRing></${kind}BoundaryIs>`;

function kmlGeometry(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinates([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString><tessellate>1</tessellate>${coordinates(geometry.coordinates)}</LineString>`;
    case 'Polygon': {
      const rings = geometry.coordinates.map((one, n) => ring(n === 0 ? 'outer' : 'inner', one));
      return `<Polygon>${rings.join('')}</Polygon>`;
    }
  }
}

function placemark(geofence: Geofence, names: LabelNames): string {
  const { name, ...properties } = propertiesOf(geofence, names);
  const data = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const text = Array.isArray(value) ? JSON.stringify(value) : String(value);
      return `<Data name="${key}"><value>${xml(text)}</value></Data>`;
    });
  const style = `<Style><LineStyle><color>${kmlColour(geofence.colour, 'ff')}</color></LineStyle><PolyStyle><color>${kmlColour(geofence.colour, '55')}</color></PolyStyle></Style>`;
  return `<Placemark><name>${xml(name)}</name>${style}<ExtendedData>${data.join('')}</ExtendedData>${kmlGeometry(geometryOf(geofence))}</Placemark>`;
}

/** KML (OGC 12-007r2). */
export const KML: GeofenceFormat = {
  type: 'application/vnd.google-earth.kml+xml',
  open: `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
`,
  feature: placemark,
  between: '\n',
  close: '\n</Document></kml>\n',
};
