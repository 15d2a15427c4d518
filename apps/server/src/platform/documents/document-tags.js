/*
 * Structure tags for PDFs, which screen readers use. pdfmake lays documents out and draws them with
 * pdfkit, which supports tags, but pdfmake does not use them. So the definition is processed before
 * layout: each text, image and cell gets a node in a tree, and when one of its lines or images is drawn,
 * the output is enclosed in marks that refer to the node. Anything else (rules, footers, repeated table
 * heads) is marked as an artifact. Only one document is made at a time in this thread.
 */
import layoutModule from 'pdfmake/js/LayoutBuilder.js';
import rendererModule from 'pdfmake/js/Renderer.js';

/** Tables of this layout contain data; others are only used for placement. */
const DATA_LAYOUT = 'report';

let tree = null;
let lines = 0;

const placeOf = (role, options = {}) => ({ role, options, children: [], element: null });

function child(parent, role, options) {
  const place = placeOf(role, options);
  parent.children.push(place);
  return place;
}

/** A node that can be tagged: a plain text becomes one. */
const asNode = (node) => (typeof node === 'object' && node !== null ? node : { text: node ?? '' });

function goThroughTable(node, parent) {
  const { table } = node;
  const isData = node.layout === DATA_LAYOUT;
  const whole = isData ? child(parent, 'Table') : parent;
  table.body = table.body.map((row, n) => {
    const line = isData ? child(whole, 'TR') : whole;
    const isHead = n < (table.headerRows ?? 0);
    return row.map((given) => {
      const cell = asNode(given);
      const role = isHead ? 'TH' : 'TD';
      goThrough(cell, isData ? child(line, role, isHead ? { scope: 'Column' } : {}) : line);
      return cell;
    });
  });
}

/** Assigns a tree node to every text and image below a node. */
function goThrough(node, parent) {
  if (node.table !== undefined) goThroughTable(node, parent);
  else if (node.image !== undefined) node.place = child(parent, 'Figure', { alt: node.alt ?? '' });
  else if (node.text !== undefined) {
    if (node.text !== '') node.place = child(parent, node.tag ?? (node.outline ? 'H2' : 'P'));
  } else {
    for (const part of ['stack', 'columns']) {
      if (node[part] === undefined) continue;
      node[part] = node[part].map(asNode);
      for (const one of node[part]) goThrough(one, parent);
    }
  }
}

/** Creates the elements of a tree; those of a table are complete, including empty cells. */
function open(document, place, parent) {
  place.element = document.struct(place.role, place.options);
  if (parent === null) document.addStructure(place.element);
  else parent.add(place.element);
  for (const one of place.children) open(document, one, place.element);
}

/** Draws between marks: as the content of a node, or as an artifact. */
function marked(document, place, draw) {
  if (place === undefined) {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
    return;
  }
  const content = document.markStructureContent(place.role);
  draw();
  document.endMarkedContent();
  place.element.add(content);
}

const builder = layoutModule.default.prototype;
const renderer = rendererModule.default.prototype;
const { buildNextLine } = builder;
const { renderPages, renderLine, renderImage, renderVector } = renderer;

builder.buildNextLine = function (node) {
  const line = buildNextLine.call(this, node);
  if (tree !== null && line !== null) {
    lines += 1;
    // The copies of a repeated head share this, as they are the same line.
    line.tagged = { number: lines, place: node.place };
  }
  return line;
};
renderer.renderPages = function (pages) {
  if (tree !== null) open(this.pdfDocument, tree.root, null);
  renderPages.call(this, pages);
  tree?.root.element.end();
};
renderer.renderLine = function (line, x, y) {
  const draw = () => renderLine.call(this, line, x, y);
  if (tree === null) return draw();
  const { number, place } = line.tagged ?? {};
  const isRepeated = tree.drawn.has(number);
  if (number !== undefined) tree.drawn.add(number);
  return marked(this.pdfDocument, isRepeated ? undefined : place, draw);
};
renderer.renderImage = function (image) {
  const draw = () => renderImage.call(this, image);
  return tree === null ? draw() : marked(this.pdfDocument, image.place, draw);
};
renderer.renderVector = function (vector) {
  const draw = () => renderVector.call(this, vector);
  return tree === null ? draw() : marked(this.pdfDocument, undefined, draw);
};

/**
 * Makes a document, with tags if its definition sets `tagged`.
 *
 * @param definition of pdfmake; nodes may have `alt` for images and `tag` for texts
 * @param make makes the document from it
 */
export async function withTags(definition, make) {
  if (definition.tagged !== true) return make(definition);
  const root = placeOf('Document');
  goThrough({ stack: definition.content }, root);
  tree = { root, drawn: new Set() };
  try {
    // Marks need PDF 1.4; the table roles used here need 1.5.
    return await make({ ...definition, version: '1.7' });
  } finally {
    tree = null;
  }
}
