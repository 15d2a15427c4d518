/*
 * Structure tags for PDFs: what a screen reader goes by. pdfmake lays documents out and draws them with
 * pdfkit, which can write tags, but never asks it to. So the definition is gone through before it is laid
 * out: each text, picture and cell gets its place in a tree; and when a line or a picture of it is drawn,
 * that stands between marks that name its place. What has none (rules, footers, the repeated heads of
 * tables) is marked as no content. One document is made at a time in this thread.
 */
import layoutModule from 'pdfmake/js/LayoutBuilder.js';
import rendererModule from 'pdfmake/js/Renderer.js';

/** Tables of this layout hold data; others only put things beside each other. */
const DATA_LAYOUT = 'report';

let tree = null;
let lines = 0;

const placeOf = (role, options = {}) => ({ role, options, children: [], element: null });

function child(parent, role, options) {
  const place = placeOf(role, options);
  parent.children.push(place);
  return place;
}

/** A node that can carry its place: a plain text becomes one. */
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

/** Gives every text and picture below a node its place. */
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

/** Makes the elements of a tree; those of a table are all there, empty cells too. */
function open(document, place, parent) {
  place.element = document.struct(place.role, place.options);
  if (parent === null) document.addStructure(place.element);
  else parent.add(place.element);
  for (const one of place.children) open(document, one, place.element);
}

/** Draws between marks: as the content of a place, or as none. */
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
    // The copies of a repeated head take this over: it is the same line again.
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
 * Makes a document with tags where its definition asks for them by `tagged`.
 *
 * @param definition of pdfmake; nodes may say `alt` of pictures and `tag` of texts
 * @param make makes the document from it
 */
export async function withTags(definition, make) {
  if (definition.tagged !== true) return make(definition);
  const root = placeOf('Document');
  goThrough({ stack: definition.content }, root);
  tree = { root, drawn: new Set() };
  try {
    // Marks came with PDF 1.4, roles of tables as they are written with 1.5.
    return await make({ ...definition, version: '1.7' });
  } finally {
    tree = null;
  }
}
