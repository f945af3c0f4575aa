// What a puzzle's constraints look like: cages, lines, dots, clues outside the grid, as shapes in units of a cell.
//
// The overlay of the grid, the pictures and paper draw the same shapes. A kind without a picture of its own, such as a rule
// of the whole grid, is in the list of constraints in words alone.

import { type Board, sizeOf } from './types';

/** A path or a word; (0, 0) is the upper left corner of the grid. Colours are those of ink where there are none. */
export type Shape =
  | { path: string; stroke?: string; width?: number; fill?: string; opacity?: number; dash?: number }
  | { text: string; x: number; y: number; size: number; fill?: string; anchor?: 'start' };

export interface Drawing {
  shapes: Shape[];
  /** How many cells wide the room around the grid is: 1 where clues stand outside. */
  margin: number;
}

type Point = [row: number, col: number];
// The names of JSON, of which each kind has some.
interface Members {
  cells?: string[];
  cell?: string;
  copy?: string[];
  circle?: string[];
  shaft?: string[];
  segments?: string[][];
  sets?: string[][];
  values?: number[];
  counts?: [number, number][];
  total?: number;
  sum?: number;
  root?: number;
  difference?: number;
  ratio?: number;
  seen?: number;
  hidden?: number;
  value?: number;
  rank?: number;
}

interface Spec {
  diagonals?: string[];
  windows?: boolean;
  blocks?: [number, number] | null;
  extra_regions?: string[][];
  givens?: Record<string, number | number[]>;
  constraints?: Record<string, Members>[];
}

const INK = 'currentColor';
const GREY = '#808890';
const GREEN = '#3aa655';
const PURPLE = '#a05ac8';
const ORANGE = '#d98324';
const BLUE = '#3a86c8';
const RED = '#c85a5a';

/** Lines with nothing at their ends: their colour. */
const LINES: Record<string, string> = {
  whisper: GREEN,
  renban: PURPLE,
  palindrome: GREY,
  entropic: ORANGE,
  modular: BLUE,
  nabner: RED,
  zipper: '#8f8fd8',
  'sum-line': '#c8a23a',
  'pair-relation': '#5a9c9c',
  'value-indexing': '#9c7a5a',
  automaton: '#5a9c9c',
  'equal-sums': BLUE,
  'same-values': PURPLE,
  sum: GREY,
};
/** Areas with a dashed edge: what stands in their corner. */
const AREAS: Record<string, (it: Members) => string> = {
  cage: ({ total }) => (total === undefined ? '' : String(total)),
  'all-different': () => '',
  'digital-root': ({ root }) => `√${root ?? ''}`,
  rellik: ({ sum }) => `≠${sum ?? ''}`,
  'equality-cage': () => '=',
  'count-distinct': () => '#',
  'look-and-say': ({ counts = [] }) => counts.map(([n, value]) => `${n}${value}`).join(' '),
};
/** Clues outside the grid: what they say. */
const OUTSIDE: Record<string, (it: Members) => number | undefined> = {
  sandwich: ({ sum }) => sum,
  'x-sum': ({ sum }) => sum,
  skyscraper: ({ seen }) => seen,
  'hidden-skyscraper': ({ hidden }) => hidden,
  'numbered-room': ({ value }) => value,
  'full-rank': ({ rank }) => rank,
  'little-killer': ({ total }) => total,
};

/** Draws a board's houses and constraints; none for a plain grid. */
export function drawing(board: Board): Drawing {
  const { rows: side } = sizeOf(board);
  const spec: Spec = board.spec === undefined ? {} : (JSON.parse(board.spec) as Spec);
  const diagonals = board.variants?.includes('diagonals') ? ['down', 'up'] : (spec.diagonals ?? []);
  const shapes: Shape[] = diagonals.map((name) => ({
    path: name === 'down' ? `M0 0L${side} ${side}` : `M0 ${side}L${side} 0`,
    stroke: GREY,
    width: 0.04,
  }));
  const blocks = spec.blocks ?? board.block;
  if (board.variants?.includes('windows') || spec.windows) shapes.push({ path: windows(blocks[0], blocks[1]), fill: GREY, opacity: 0.2 });
  for (const cells of spec.extra_regions ?? []) shapes.push({ path: squares(cells.map(point)), fill: GREY, opacity: 0.25 });
  for (const [cell, given] of Object.entries(spec.givens ?? {})) {
    if (Array.isArray(given)) shapes.push(below(point(cell), given.join(' ')));
  }
  const outside = new Map<string, { at: Point; texts: string[] }>();
  for (const constraint of spec.constraints ?? []) {
    for (const [kind, it] of Object.entries(constraint)) {
      const clue = OUTSIDE[kind]?.(it);
      if (clue === undefined) shapes.push(...drawn(kind, it));
      else addClue(outside, kind, it, clue);
    }
  }
  for (const { at, texts } of outside.values()) {
    shapes.push({ text: texts.join(' '), x: at[1] + 0.5, y: at[0] + 0.5, size: texts.join(' ').length > 3 ? 0.28 : 0.4 });
  }
  return { shapes, margin: outside.size > 0 ? 1 : 0 };
}

/** The shapes of a constraint; none for a rule of the whole grid. */
function drawn(kind: string, it: Members): Shape[] {
  const cells = (it.cells ?? []).map(point);
  const [first] = cells;
  const label = AREAS[kind]?.(it);
  if (label !== undefined) return area(cells, label);
  const colour = LINES[kind];
  if (colour !== undefined) {
    const lines = it.segments ?? it.sets;
    return (lines?.map((cells) => cells.map(point)) ?? [cells]).flatMap((cells) => [
      line(cells, colour),
      ...(kind === 'sum' && it.total !== undefined && first !== undefined ? [corner(first, String(it.total))] : []),
      ...(kind === 'sum-line' && it.sum !== undefined && first !== undefined ? [corner(first, String(it.sum))] : []),
    ]);
  }
  switch (kind) {
    case 'thermometer':
    case 'slow-thermometer': {
      const isSlow = kind !== 'thermometer';
      const bulb = first === undefined ? [] : [circle(centre(first), 0.36, isSlow ? { stroke: GREY, width: 0.1 } : { fill: GREY, opacity: 0.55 })];
      return [line(cells, GREY, 0.22), ...bulb];
    }
    case 'arrow':
      return arrow((it.circle ?? []).map(point), (it.shaft ?? []).map(point));
    case 'between':
    case 'double-arrow':
      return [line(cells, GREY, 0.1), ...ends(cells).map((cell) => circle(centre(cell), 0.4, { stroke: GREY, width: 0.06 }))];
    case 'lockout':
      return [line(cells, BLUE, 0.1), ...ends(cells).map((cell) => diamond(cell))];
    case 'odd':
      return cells.map((cell) => circle(centre(cell), 0.38, { fill: GREY, opacity: 0.35 }));
    case 'even':
      return cells.map(([row, col]) => ({ path: `M${col + 0.14} ${row + 0.14}h.72v.72h-.72z`, fill: GREY, opacity: 0.35 }));
    case 'counting-circles':
      return cells.map((cell) => circle(centre(cell), 0.42, { stroke: PURPLE, width: 0.05 }));
    case 'maximum':
    case 'minimum':
      return cells.flatMap((cell) => [{ path: squares([cell]), fill: GREY, opacity: 0.25 }, corner(cell, kind.slice(0, 3))]);
    case 'indexing':
      return it.cell === undefined ? [] : [{ path: squares([point(it.cell)]), fill: RED, opacity: 0.25 }];
    case 'candidates':
      return it.cell === undefined ? [] : [below(point(it.cell), (it.values ?? []).join(' '))];
    case 'clone-region':
      return [cells, (it.copy ?? []).map(point)].map((cells) => ({ path: squares(cells), fill: PURPLE, opacity: 0.22 }));
    case 'quadruple':
      return dot(cells, (it.values ?? []).join(''), true);
    case 'difference':
      return dot(cells, it.difference === 1 ? '' : String(it.difference), true);
    case 'ratio':
      return dot(cells, it.ratio === 2 ? '' : String(it.ratio), false);
    case 'xv':
      return between(cells, it.sum === 10 ? 'X' : it.sum === 5 ? 'V' : String(it.sum));
    case 'greater-than':
      return between(cells, sign(cells));
    default:
      return [];
  }
}

function point(name: string): Point {
  const [, row = '', col = ''] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return [Number(row) - 1, Number(col) - 1];
}

function centre([row, col]: Point): [x: number, y: number] {
  return [col + 0.5, row + 0.5];
}

function line(cells: Point[], stroke: string, width = 0.18): Shape {
  const points = cells.map((cell) => centre(cell).join(' '));
  return { path: `M${points.join('L')}`, stroke, width, opacity: 0.6 };
}

function circle([x, y]: [number, number], radius: number, style: Omit<Extract<Shape, { path: string }>, 'path'>): Shape {
  return { path: `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`, ...style };
}

function diamond([row, col]: Point): Shape {
  return { path: `M${col + 0.5} ${row + 0.08}l.42 .42l-.42 .42l-.42 -.42z`, stroke: BLUE, width: 0.05 };
}

function ends(cells: Point[]): Point[] {
  return [cells[0], cells.at(-1)].filter((cell) => cell !== undefined);
}

function squares(cells: Point[]): string {
  return cells.map(([row, col]) => `M${col} ${row}h1v1h-1z`).join('');
}

function corner([row, col]: Point, text: string): Shape {
  return { text, x: col + 0.1, y: row + 0.21, size: 0.25, anchor: 'start' };
}

function below([row, col]: Point, text: string): Shape {
  return { text, x: col + 0.5, y: row + 0.88, size: Math.min(0.2, 1.5 / text.length) };
}

/** A dashed edge within the cells, and a word in the first of them. */
function area(cells: Point[], label: string): Shape[] {
  const inside = new Set(cells.map(String));
  const has = (row: number, col: number): boolean => inside.has(String([row, col]));
  const gap = 0.08;
  const path = cells.map(([row, col]) => {
    const [up, down, left, right] = [has(row - 1, col), has(row + 1, col), has(row, col - 1), has(row, col + 1)];
    // An edge ends at the cell's border where the area goes on straight, and turns where it has a corner.
    const x = (is: boolean): number => (is ? 0 : gap);
    const parts: string[] = [];
    if (!up) parts.push(`M${col + x(left)} ${row + gap}H${col + 1 - x(right)}`);
    if (!down) parts.push(`M${col + x(left)} ${row + 1 - gap}H${col + 1 - x(right)}`);
    if (!left) parts.push(`M${col + gap} ${row + x(up)}V${row + 1 - x(down)}`);
    if (!right) parts.push(`M${col + 1 - gap} ${row + x(up)}V${row + 1 - x(down)}`);
    for (const [dr, dc] of [[-1, -1], [-1, 1], [1, -1], [1, 1]] as const) {
      if (!has(row + dr, col) || !has(row, col + dc) || has(row + dr, col + dc)) continue;
      const [cx, cy] = [dc < 0 ? col : col + 1, dr < 0 ? row : row + 1];
      parts.push(`M${cx} ${cy - dr * gap}H${cx - dc * gap}V${cy}`);
    }
    return parts.join('');
  });
  const first = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
  const edge: Shape = { path: path.join(''), stroke: INK, width: 0.03, dash: 0.1 };
  return label === '' || first === undefined ? [edge] : [edge, corner(first, label)];
}

/** A circle round the first cells, and a line with a head from there. */
function arrow(circles: Point[], shaft: Point[]): Shape[] {
  const from = circles.at(-1);
  const last = shaft.at(-1);
  const around = circles.map((cell) => circle(centre(cell), 0.42, { stroke: GREY, width: 0.06 }));
  if (from === undefined || last === undefined) return around;
  const cells = [from, ...shaft];
  const before = cells.at(-2) ?? from;
  const angle = Math.atan2(last[0] - before[0], last[1] - before[1]);
  const [x, y] = centre(last);
  const wing = (turn: number): string => `${(x - 0.28 * Math.cos(angle + turn)).toFixed(3)} ${(y - 0.28 * Math.sin(angle + turn)).toFixed(3)}`;
  return [...around, line(cells, GREY, 0.07), { path: `M${wing(0.6)}L${x} ${y}L${wing(-0.6)}`, stroke: GREY, width: 0.07 }];
}

function middle(cells: Point[]): [x: number, y: number] {
  const mean = (part: 0 | 1): number => cells.reduce((sum, cell) => sum + cell[part], 0) / Math.max(1, cells.length) + 0.5;
  return [mean(1), mean(0)];
}

/** A dot where the cells meet; a line joins cells that do not. */
function dot(cells: Point[], text: string, isWhite: boolean): Shape[] {
  const [x, y] = middle(cells);
  const radius = text.length > 1 ? 0.26 : 0.17;
  const mark = circle([x, y], radius, { fill: isWhite ? '#fff' : '#000', stroke: isWhite ? '#000' : '#fff', width: 0.03 });
  const word: Shape[] = text === '' ? [] : [{ text, x, y, size: text.length > 2 ? 0.18 : 0.24, fill: isWhite ? '#000' : '#fff' }];
  return [...join(cells), mark, ...word];
}

/** A word between two cells. */
function between(cells: Point[], text: string): Shape[] {
  const [x, y] = middle(cells);
  return [...join(cells), circle([x, y], 0.15, { fill: '#fff', opacity: 0.85 }), { text, x, y, size: 0.28, fill: '#000' }];
}

function join(cells: Point[]): Shape[] {
  const [a, b] = cells;
  const isApart = cells.length === 2 && a !== undefined && b !== undefined && Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) > 1;
  return isApart ? [line(cells, GREY, 0.04)] : [];
}

/** The sign that opens towards the first of two cells. */
function sign([a = [0, 0], b = [0, 0]]: Point[]): string {
  if (a[0] !== b[0]) return a[0] < b[0] ? '∨' : '∧';
  return a[1] < b[1] ? '>' : '<';
}

/** Adds a clue before the first cell of its line. */
function addClue(outside: Map<string, { at: Point; texts: string[] }>, kind: string, it: Members, clue: number): void {
  const [first = [0, 0], second] = (it.cells ?? []).map(point);
  const [down, right] = second === undefined ? [0, 1] : [second[0] - first[0], second[1] - first[1]];
  const at: Point = [first[0] - down, first[1] - right];
  const arrows: Record<string, string> = { '1,1': '↘', '1,-1': '↙', '-1,1': '↗', '-1,-1': '↖' };
  const text = kind === 'little-killer' ? `${clue}${arrows[`${down},${right}`] ?? ''}` : String(clue);
  const key = String(at);
  const known = outside.get(key) ?? { at, texts: [] };
  known.texts.push(text);
  outside.set(key, known);
}

/** Blocks one cell away from the edges, with one cell between them. */
function windows(height: number, width: number): string {
  const side = height * width;
  const starts = (step: number): number[] => Array.from({ length: side }, (_, i) => 1 + i * (step + 1)).filter((at) => at + step < side);
  return starts(height)
    .flatMap((row) => starts(width).map((col) => `M${col} ${row}h${width}v${height}h${-width}z`))
    .join('');
}

/** The shapes as elements of SVG. */
export function elements(shapes: Shape[]): SVGElement[] {
  return shapes.map((shape) => {
    const isText = 'text' in shape;
    const node = document.createElementNS('http://www.w3.org/2000/svg', isText ? 'text' : 'path');
    const set = (attributes: Record<string, string | number | undefined>): void => {
      for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, String(value));
    };
    if (isText) {
      set({ x: shape.x, y: shape.y, 'font-size': shape.size, fill: shape.fill ?? INK, 'text-anchor': shape.anchor ?? 'middle' });
      set({ 'dominant-baseline': 'central', 'font-family': 'sans-serif' });
      node.textContent = shape.text;
    } else {
      const { path, stroke, width, fill = 'none', opacity, dash } = shape;
      set({ d: path, stroke, 'stroke-width': width, fill, opacity, 'stroke-dasharray': dash });
      set({ 'stroke-linejoin': 'round', 'stroke-linecap': dash === undefined ? 'round' : 'butt' });
    }
    return node;
  });
}
