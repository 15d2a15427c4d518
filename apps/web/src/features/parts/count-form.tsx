import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { ALL_CODES, canScan } from '../../ui/scan/scan.ts';
import { Scanner } from '../../ui/scan/scanner.tsx';
import type { FoundPart, StockTake } from './stock-takes.ts';

const textOfError = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The part that is counted now: its code is scanned or typed. */
function CodeStep({ onFound }: { readonly onFound: (part: FoundPart) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<readonly string[] | undefined>(undefined);
  const [isScanning, setIsScanning] = useState(false);
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => input.current?.focus(), []);
  const find = async (wanted: string) => {
    const text = wanted.trim();
    if (text === '') return;
    setIsScanning(false);
    try {
      onFound(await api.stockTakes.find({ query: { code: text }, quiet: true }));
    } catch (error) {
      setCode(text);
      setFault([textOfError(error)]);
    }
  };
  return (
    <form
      className={stack({ gap: 3 })}
      onSubmit={(event) => {
        event.preventDefault();
        void find(code);
      }}
    >
      {isScanning && (
        <Scanner
          codes={ALL_CODES}
          texts={{
            camera: t('parts.take.camera'),
            noCamera: t('parts.take.noCamera'),
            close: t('action.close'),
          }}
          onRead={(text) => void find(text)}
          onClose={() => setIsScanning(false)}
        />
      )}
      <Field label={t('parts.take.code')} hint={t('parts.take.codeHint')} fault={fault}>
        {(props) => (
          <input
            {...props}
            ref={input}
            maxLength={300}
            autoComplete="off"
            autoCapitalize="characters"
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setFault(undefined);
            }}
          />
        )}
      </Field>
      <div className={row({ gap: 2, wrap: true })}>
        {canScan() && !isScanning && (
          <Button size="large" onClick={() => setIsScanning(true)}>
            {t('parts.take.scan')}
          </Button>
        )}
        <Button size="large" type="submit">
          {t('parts.take.find')}
        </Button>
      </div>
    </form>
  );
}

/** How many there are of the part. */
function QuantityStep({
  take,
  part,
  onDone,
  onBack,
}: {
  readonly take: StockTake;
  readonly part: FoundPart;
  readonly onDone: (take: StockTake) => void;
  readonly onBack: () => void;
}) {
  const { t } = useTranslation();
  const before = take.lines.find((line) => line.part.id === part.id);
  const [counted, setCounted] = useState('');
  const [fault, setFault] = useState<readonly string[] | undefined>(undefined);
  const [isSaving, setIsSaving] = useState(false);
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => input.current?.focus(), []);
  const save = async () => {
    const quantity = Number(counted);
    if (counted.trim() === '' || !(quantity >= 0)) {
      setFault([t('parts.take.countMissing')]);
      return;
    }
    setIsSaving(true);
    try {
      const params = { id: take.id, part: part.id };
      onDone(await api.stockTakes.count({ params, body: { counted: quantity }, quiet: true }));
    } catch (error) {
      setFault([textOfError(error)]);
      setIsSaving(false);
    }
  };
  return (
    <form
      className={stack({ gap: 3 })}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>
        <strong>{part.number}</strong> {part.name}
      </p>
      {before !== undefined && (
        <p>{t('parts.take.countedBefore', { counted: before.counted, by: before.counted_by })}</p>
      )}
      <Field
        label={t('parts.quantityIn', { unit: t(`parts.unit.${part.unit}`) })}
        isRequired
        fault={fault}
      >
        {(props) => (
          <input
            {...props}
            ref={input}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={counted}
            onChange={(event) => {
              setCounted(event.currentTarget.value);
              setFault(undefined);
            }}
          />
        )}
      </Field>
      <div className={row({ gap: 2, wrap: true })}>
        <Button size="large" type="submit" disabled={isSaving}>
          {t('parts.take.save')}
        </Button>
        <Button size="large" onClick={onBack}>
          {t('parts.take.otherPart')}
        </Button>
      </div>
    </form>
  );
}

/** Counts part after part: a code, then its quantity. */
export function CountForm({
  take,
  onCounted,
}: {
  readonly take: StockTake;
  readonly onCounted: (take: StockTake) => void;
}) {
  const [part, setPart] = useState<FoundPart | null>(null);
  if (part === null) return <CodeStep onFound={setPart} />;
  return (
    <QuantityStep
      take={take}
      part={part}
      onBack={() => setPart(null)}
      onDone={(after) => {
        setPart(null);
        onCounted(after);
      }}
    />
  );
}
