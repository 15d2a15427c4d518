import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import styles from './geofence-form.module.css';
import { readPoints, readRings, writePoints, writeRings } from './geofences-coordinates.ts';
import { CORRIDOR_RADIUS_M, type Shape } from './geofences-shape.ts';
import { SHAPE_TOOLS, type Tool } from './geofences-tools.ts';

const KINDS = ['polygon', 'circle', 'corridor'] as const;
/** Default radius of a typed circle, metres. */
const CIRCLE_RADIUS_M = 100;

/** Text as typed, until the value changes elsewhere. */
function useTyped<T>(value: T, write: (value: T) => string) {
  const [held, setHeld] = useState({ value, text: write(value) });
  if (held.value !== value) {
    const text = write(held.value) === write(value) ? held.text : write(value);
    setHeld({ value, text });
  }
  return [held.text, (next: string, meant: T) => setHeld({ value: meant, text: next })] as const;
}

interface ShapeProps {
  readonly shape: Shape;
  readonly faults: Faults;
  readonly onShape: (shape: Shape) => void;
  /** The typed text is invalid, so the geofence cannot be saved. */
  readonly onTyping: (fault: string | null) => void;
}

function Corners({ shape, faults, onShape, onTyping }: ShapeProps) {
  const { t } = useTranslation();
  const { points, holes } = shape;
  const [text, setText] = useTyped(points, writePoints);
  const [holeText, setHoleText] = useTyped(holes, writeRings);
  const tell = (line: number | null) =>
    onTyping(line === null ? null : t('geofence.fault.line', { line }));
  const type = (next: string) => {
    const read = readPoints(next);
    tell('faultyLine' in read ? read.faultyLine : null);
    if ('faultyLine' in read) return setText(next, points);
    setText(next, read.points);
    onShape({ ...shape, points: read.points });
  };
  const typeHoles = (next: string) => {
    const read = readRings(next);
    tell('faultyLine' in read ? read.faultyLine : null);
    if ('faultyLine' in read) return setHoleText(next, holes);
    setHoleText(next, read.rings);
    onShape({ ...shape, holes: read.rings });
  };
  return (
    <>
      <Field
        label={t(shape.shape === 'corridor' ? 'geofence.line' : 'geofence.corners')}
        hint={t('geofence.cornersHint')}
        fault={faults.points}
      >
        {(props) => (
          <textarea
            {...props}
            rows={6}
            spellCheck={false}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
      </Field>
      {shape.shape === 'polygon' && (
        <Field label={t('geofence.holes')} hint={t('geofence.holesHint')} fault={faults.holes}>
          {(props) => (
            <textarea
              {...props}
              rows={3}
              spellCheck={false}
              value={holeText}
              onChange={(event) => typeHoles(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Centre({ shape, faults, onShape, onTyping }: ShapeProps) {
  const { t } = useTranslation();
  const { centre } = shape;
  const [text, setText] = useTyped(centre, (point) => (point === null ? '' : writePoints([point])));
  const type = (next: string) => {
    const read = readPoints(next);
    const point = 'points' in read && read.points.length === 1 ? read.points[0] : undefined;
    onTyping(point === undefined ? t('geofence.fault.line', { line: 1 }) : null);
    setText(next, point ?? centre);
    if (point !== undefined) {
      onShape({ ...shape, centre: point, radius: shape.radius ?? CIRCLE_RADIUS_M });
    }
  };
  return (
    <Field
      label={t('geofence.centre')}
      hint={t('geofence.centreHint')}
      fault={faults.centre ?? faults.points}
    >
      {(props) => (
        <input
          {...props}
          type="text"
          inputMode="decimal"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function Radius({ shape, faults, onShape }: Omit<ShapeProps, 'onTyping'>) {
  const { t } = useTranslation();
  const [text, setText] = useTyped(shape.radius, (radius) => (radius === null ? '' : `${radius}`));
  return (
    <Field
      label={t(shape.shape === 'circle' ? 'geofence.radius' : 'geofence.halfWidth')}
      fault={faults.radius}
    >
      {(props) => (
        <input
          {...props}
          type="number"
          min={5}
          value={text}
          onChange={(event) => {
            const next = event.currentTarget.value;
            const radius = next === '' ? null : Number(next);
            setText(next, radius);
            onShape({ ...shape, radius });
          }}
        />
      )}
    </Field>
  );
}

/** An empty shape of the same kind that keeps the compatible parts of the old one. */
function asKind(shape: Shape, kind: Shape['shape']): Shape {
  const radius = kind === 'corridor' ? (shape.radius ?? CORRIDOR_RADIUS_M) : shape.radius;
  return { ...shape, shape: kind, holes: kind === 'polygon' ? shape.holes : [], radius };
}

/** The shape: drawing tools, and coordinates as text for keyboard users (M-P10). */
export function ShapeFields({
  tool,
  onTool,
  ...props
}: ShapeProps & {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
}) {
  const { t } = useTranslation();
  const { shape, faults, onShape } = props;
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const isPolygon = shape.shape === 'polygon' && shape.points.length >= 3;
  const tools: Tool[] = [...SHAPE_TOOLS, ...(isPolygon ? (['hole'] as const) : [])];
  return (
    <>
      <fieldset
        className={cx(
          row({ wrap: true, gap: 2, margin: 0, padding: 0, border: 'none' }),
          styles.geofenceTools,
        )}
      >
        <legend>{t('geofence.draw')}</legend>
        {tools.map((one) => (
          <Button
            kind="bare"
            key={one}
            aria-pressed={tool === one}
            onClick={() => onTool(tool === one ? 'select' : one)}
          >
            {t(`geofence.tool.${one}`)}
          </Button>
        ))}
      </fieldset>
      <p className="field-hint" role="status">
        {t(`geofence.toolHint.${tool}`)}
      </p>
      {shape.shape !== 'polygon' && <Radius {...props} />}
      <Button
        kind="link"
        className={styles.geofenceTyping}
        aria-expanded={isTyping}
        aria-controls={id}
        onClick={() => setIsTyping(!isTyping)}
      >
        {t('geofence.typed')}
      </Button>
      {isTyping && (
        <div id={id} className={stack({ gap: 1, padding: 3, ground: 'ground', radius: 'medium' })}>
          <Field label={t('geofence.kind')} fault={undefined}>
            {(field) => (
              <Select
                {...field}
                value={shape.shape}
                onChange={(event) => {
                  onTool('select');
                  onShape(asKind(shape, event.currentTarget.value as Shape['shape']));
                }}
              >
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`geofence.shape.${kind}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {shape.shape === 'circle' ? <Centre {...props} /> : <Corners {...props} />}
        </div>
      )}
      {!isTyping && (
        <p className="field-fault" role="alert">
          {[faults.points, faults.holes, faults.centre].flatMap((texts) => texts ?? []).join(' ')}
        </p>
      )}
    </>
  );
}
