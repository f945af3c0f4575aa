// The grid as a picture: SVG for paper and files, and the same on a canvas for PNG.

import { type Shape, drawing, elements } from './constraints';
import { element } from './dom';
import type { Moment } from './state';
import { type Board, sizeOf } from './types';

/** The size of a cell, in units of the picture. */
const CELL = 40;
const MARGIN = 4;

interface Line {
  from: [number, number];
  to: [number, number];
  width: number;
}

interface Text {
  at: [x: number, y: number];
  size: number;
  bold: boolean;
  text: string;
}

interface Picture {
  width: number;
  height: number;
  /** Where the grid begins. */
  origin: number;
  shapes: Shape[];
  lines: Line[];
  texts: Text[];
}

/** What there is to draw of a puzzle, with the values that the player or a solver added if there is a moment. */
function picture(board: Board, symbols: string[], moment: Moment | null): Picture {
  const [height, width] = board.block;
  const { rows, cols } = sizeOf(board);
  const { shapes, margin } = drawing(board);
  const origin = MARGIN + margin * CELL;
  const at = (n: number): number => origin + n * CELL;
  const region = (row: number, col: number): number => {
    if (row < 0 || col < 0 || row >= rows || col >= cols) return -1;
    return board.regions?.[row * cols + col] ?? Math.floor(row / height) * height + Math.floor(col / width);
  };
  const lines: Line[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let col = 0; col <= cols; col++) {
      const is = (other: number): number => (region(row, col) === other ? 0.7 : 2.6);
      if (col < cols) lines.push({ from: [at(col), at(row)], to: [at(col + 1), at(row)], width: is(region(row - 1, col)) });
      if (row < rows) lines.push({ from: [at(col), at(row)], to: [at(col), at(row + 1)], width: is(region(row, col - 1)) });
    }
  }
  const texts = board.cells.flatMap((given, cell): Text[] => {
    const value = given || moment?.entries[cell] || moment?.found[cell] || 0;
    const text = symbols[value - 1];
    const middle: [number, number] = [at((cell % cols) + 0.5), at(Math.floor(cell / cols) + 0.5)];
    return text === undefined ? [] : [{ at: middle, size: CELL * (text.length > 1 ? 0.45 : 0.6), bold: given > 0, text }];
  });
  return { width: cols * CELL + 2 * origin, height: rows * CELL + 2 * origin, origin, shapes, lines, texts };
}

/** The puzzle as an element of SVG. */
export function svg(board: Board, symbols: string[], moment: Moment | null): SVGSVGElement {
  const { width, height, origin, shapes, lines, texts } = picture(board, symbols, moment);
  const make = <K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
    return node;
  };
  const root = make('svg', { viewBox: `0 0 ${width} ${height}`, width, height });
  root.append(make('rect', { width, height, fill: '#fff' }));
  for (const { from, to, width: thick } of lines) {
    root.append(make('path', { d: `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`, stroke: '#000', 'stroke-width': thick, 'stroke-linecap': 'square' }));
  }
  const over = make('g', { transform: `translate(${origin} ${origin}) scale(${CELL})`, color: '#000' });
  over.append(...elements(shapes));
  root.append(over);
  for (const { at, size: fontSize, bold, text } of texts) {
    const weight = bold ? 'bold' : 'normal';
    const place = { x: at[0], y: at[1], 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    const node = make('text', { ...place, 'font-family': 'sans-serif', 'font-size': fontSize, 'font-weight': weight });
    node.textContent = text;
    root.append(node);
  }
  return root;
}

/** The puzzle as a PNG, twice as large as the SVG. */
export function png(board: Board, symbols: string[], moment: Moment | null): Promise<Blob> {
  const { width, height, origin, shapes, lines, texts } = picture(board, symbols, moment);
  const canvas = element('canvas', { width: 2 * width, height: 2 * height });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.scale(2, 2);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.lineCap = 'square';
  for (const { from, to, width: thick } of lines) {
    context.lineWidth = thick;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  }
  context.textBaseline = 'middle';
  context.save();
  context.translate(origin, origin);
  context.scale(CELL, CELL);
  for (const shape of shapes) paint(context, shape);
  context.restore();
  context.textAlign = 'center';
  context.fillStyle = '#000';
  for (const { at, size: fontSize, bold, text } of texts) {
    context.font = `${bold ? 'bold ' : ''}${fontSize}px sans-serif`;
    context.fillText(text, ...at);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('this browser writes no PNG')) : resolve(blob)), 'image/png');
  });
}

/** Draws a shape, with a cell as the unit. */
function paint(context: CanvasRenderingContext2D, shape: Shape): void {
  const colour = (name: string): string => (name === 'currentColor' ? '#000' : name);
  context.globalAlpha = 1;
  if ('text' in shape) {
    // Fonts are at least a pixel high.
    context.save();
    context.translate(shape.x, shape.y);
    context.scale(0.01, 0.01);
    context.font = `${shape.size * 100}px sans-serif`;
    context.textAlign = shape.anchor ?? 'center';
    context.fillStyle = shape.fill ?? '#000';
    context.fillText(shape.text, 0, 0);
    context.restore();
    return;
  }
  const path = new Path2D(shape.path);
  context.globalAlpha = shape.opacity ?? 1;
  context.lineJoin = 'round';
  context.lineCap = shape.dash === undefined ? 'round' : 'butt';
  context.setLineDash(shape.dash === undefined ? [] : [shape.dash]);
  if (shape.fill !== undefined) {
    context.fillStyle = colour(shape.fill);
    context.fill(path);
  }
  if (shape.stroke !== undefined) {
    context.strokeStyle = colour(shape.stroke);
    context.lineWidth = shape.width ?? 0.05;
    context.stroke(path);
  }
}
