import { blobSource, sentenceOf, verifyPack } from './verify-evidence.mjs';

/* The page of the verifier. It has no other dependency, so that it can be saved as one file. */

const TEXTS = {
  en: {
    good: 'Unchanged',
    facts: '{subject}, {from} to {to}: {entries} entries, {records} records, valid signature.',
    key: 'Public key: {key}',
    keyKnown: 'It is the expected key.',
    keyAsk: 'Compare it with the fingerprint that the operator publishes.',
    bad: 'Not as it was made: {count} problems',
    unusable: 'Not verified: {reason}',
    working: 'Checking…',
  },
  pt: {
    title: 'Verificar pacote de provas',
    intro:
      'O ficheiro é verificado neste navegador e não é enviado. A página funciona sem ligação.',
    fingerprint: 'Impressão digital da chave pública (opcional)',
    hint: 'Peça-a ao operador por outra via que não o pacote.',
    file: 'Pacote de provas (ZIP)',
    save: 'Guardar esta página para usar sem ligação',
    good: 'Sem alterações',
    facts: '{subject}, {from} a {to}: {entries} entradas, {records} registos, assinatura válida.',
    key: 'Chave pública: {key}',
    keyKnown: 'É a chave esperada.',
    keyAsk: 'Compare-a com a impressão digital que o operador publica.',
    bad: 'Diferente de quando foi criado: {count} problemas',
    unusable: 'Não verificado: {reason}',
    working: 'A verificar…',
    entry_changed: 'foi alterado',
    entry_differs: 'difere do manifesto, cuja assinatura está errada',
    entry_missing: 'falta',
    entry_added: 'foi acrescentado',
    entry_twice: 'está duas vezes no ficheiro ZIP',
    entry_damaged: 'está danificado: o cabeçalho não corresponde ao índice do ficheiro ZIP',
    bytes_outside: 'tem bytes antes ou depois que não pertencem a nenhuma entrada',
    signature_invalid: 'não corresponde a manifest.json: o manifesto ou a assinatura foi alterado',
    key_other: 'não é a chave esperada',
    format_unknown: 'tem um formato desconhecido',
    record_changed: 'o registo foi alterado',
    record_missing: 'falta o registo',
    record_added: 'o registo foi acrescentado',
    chain_broken: 'a cadeia de hashes quebra-se aqui',
  },
};

const language = navigator.language.startsWith('pt') ? 'pt' : 'en';
const texts = TEXTS[language];
const say = (name, values = {}) =>
  texts[name].replace(/\{(\w+)\}/g, (_whole, key) => String(values[key]));
const byId = (id) => document.getElementById(id);

/** An English sentence, or its translation. */
function problemText(problem) {
  const sentence = texts[problem.code];
  if (sentence === undefined) return sentenceOf(problem);
  const record = problem.record == null ? '' : ` (registo ${problem.record})`;
  return `${problem.entry}${record}: ${sentence}`;
}

document.documentElement.lang = language;
if (language === 'pt') {
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = texts[element.dataset.text];
  }
  document.title = texts.title;
}

function show(title, paragraphs, problems = []) {
  const heading = document.createElement('h2');
  heading.textContent = title;
  const list = document.createElement('ul');
  list.append(
    ...problems.map((problem) => {
      const item = document.createElement('li');
      item.textContent = problemText(problem);
      return item;
    }),
  );
  const texted = paragraphs.map((text) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    return paragraph;
  });
  byId('result').hidden = false;
  byId('result').replaceChildren(heading, ...texted, ...(problems.length > 0 ? [list] : []));
}

async function verify(file) {
  const typed = byId('fingerprint')
    .value.replace(/[^0-9a-f]/gi, '')
    .toLowerCase();
  const trusted = typed === '' ? null : typed;
  show(say('working'), []);
  const bar = document.createElement('progress');
  byId('result').append(bar);
  const progress = (done, total) => {
    bar.max = total;
    bar.value = done;
  };
  try {
    const options = { fingerprint: trusted, progress };
    const { problems, manifest, fingerprint } = await verifyPack(blobSource(file), options);
    const key = say('key', { key: fingerprint });
    if (problems.length > 0) return show(say('bad', { count: problems.length }), [key], problems);
    const facts = say('facts', {
      subject: manifest.subject,
      from: manifest.starts_on,
      to: manifest.ends_on,
      entries: manifest.entries.length,
      records: manifest.chain.records,
    });
    return show(say('good'), [facts, `${key}. ${say(trusted === null ? 'keyAsk' : 'keyKnown')}`]);
  } catch (error) {
    return show(say('unusable', { reason: error.message }), []);
  }
}

let selected = null;
byId('file').addEventListener('change', ({ currentTarget }) => {
  selected = currentTarget.files[0] ?? null;
  if (selected !== null) void verify(selected);
});
byId('fingerprint').addEventListener('change', () => {
  if (selected !== null) void verify(selected);
});

const script = document.querySelector('script[src]');
// The saved page contains its scripts already.
if (script === null) byId('save').remove();
byId('save')?.addEventListener('click', async () => {
  const read = async (path) => (await fetch(path)).text();
  const [page, core, own] = await Promise.all([
    read('/verify-evidence.html'),
    read('/verify-evidence.mjs'),
    read('/verify-evidence-page.mjs'),
  ]);
  const code = `${core.replace(/^#!.*\n/, '').replace(/^export /gm, '')}
${own.replace(/^import .*\n/, '')}`;
  const whole = page.replace(
    /<script type="module" src=.*<\/script>/,
    () => `<script type="module">\n${code.replaceAll('</script', '<\\/script')}\n</script>`,
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([whole], { type: 'text/html' }));
  link.download = 'verify-evidence.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});
