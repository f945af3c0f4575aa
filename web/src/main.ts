// The page: puts its parts together.

import { Actions } from './actions';
import { button, byId, copy, element } from './dom';
import { quick } from './engine';
import { examples } from './examples';
import { GridView } from './grid';
import { Reader, fragment } from './reader';
import { State } from './state';
import { statusLine } from './status';
import { cnfPanel } from './tabs/cnf';
import { packagesPanel } from './tabs/packages';
import { rdfPanel } from './tabs/rdf';
import { RulesPanel } from './tabs/rules';
import { Tabs } from './tabs/tabs';

const SIDES = [4, 6, 9, 16];

const say = statusLine(byId('status', HTMLElement));
const onClick = (id: string, action: () => void): HTMLButtonElement => {
  const node = byId(id, HTMLButtonElement);
  node.addEventListener('click', action);
  return node;
};

async function start(): Promise<void> {
  const state = new State(await quick.call('blank', 9));
  const grid = new GridView(state, byId('grid', HTMLElement));
  const cancel = onClick('cancel', () => actions.cancel());
  const long = [onClick('solve', () => void actions.solve()), onClick('count', () => void actions.count())];
  const actions = new Actions(state, grid, say, (busy) => {
    cancel.disabled = !busy;
    document.body.classList.toggle('busy', busy);
    for (const node of [...long, ...document.querySelectorAll<HTMLButtonElement>('#run-all, #run-round')]) {
      node.disabled = busy;
    }
  });
  onClick('hint', () => void actions.hint());
  const tabs = new Tabs(byId('tabs', HTMLElement), [
    cnfPanel(state, grid, say),
    rdfPanel(state, say),
    new RulesPanel(state, grid, actions, say),
    packagesPanel(state, say),
  ]);
  history_(state);
  reading(state, new Reader(state, say, byId('text', HTMLTextAreaElement)));
  await drawing(state, grid, tabs);
}

function history_(state: State): void {
  const undo = onClick('undo', () => state.undo());
  const redo = onClick('redo', () => state.redo());
  const clear = onClick('clear', () => state.learn({ found: [], candidates: [], struck: [] }));
  state.onChange(() => {
    undo.disabled = !state.canUndo;
    redo.disabled = !state.canRedo;
    clear.disabled = state.now.found.length + state.now.candidates.length === 0;
  });
  document.addEventListener('keydown', (event) => {
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (isText || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) state.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) state.redo();
    else return;
    event.preventDefault();
  });
}

/** All ways by which a puzzle comes in. */
function reading(state: State, reader: Reader): void {
  const text = byId('text', HTMLTextAreaElement);
  onClick('read', () => void reader.read(text.value, true));
  onClick('link', () => void copy(location.href, say));
  byId('file', HTMLInputElement).addEventListener('change', async (event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file !== undefined) await reader.read(await file.text(), false);
    input.value = '';
  });
  document.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    void reader.read(pasted, false);
  });
  window.addEventListener('hashchange', () => void reader.readAddress());
  const choose = (id: string, options: string[], chosen: (index: number) => void): void => {
    const select = byId(id, HTMLSelectElement);
    select.append(element('option', { value: '' }, 'choose …'), ...options.map((name) => element('option', {}, name)));
    select.addEventListener('change', () => {
      if (select.selectedIndex > 0) chosen(select.selectedIndex - 1);
      select.selectedIndex = 0;
    });
  };
  choose('examples', examples.map(({ name }) => name), async (index) => {
    const { board } = await quick.call('read', examples[index]?.text ?? '', '');
    if (board !== null) state.setPuzzle(board);
    say(`Example: ${examples[index]?.name ?? ''}.`);
  });
  choose('sides', SIDES.map((side) => `${side}×${side}`), async (index) => {
    state.setPuzzle(await quick.call('blank', SIDES[index] ?? 9));
    say('An empty grid.');
  });
  void reader.readAddress().then(async (isRead) => {
    if (isRead) return;
    const { board } = await quick.call('read', examples[0]?.text ?? '', '');
    if (board !== null) state.setPuzzle(board);
  });
}

/** Draws what changes. */
async function drawing(state: State, grid: GridView, tabs: Tabs): Promise<void> {
  const keypad = byId('keypad', HTMLElement);
  let drawn = 0;
  const draw = async (isOther: boolean): Promise<void> => {
    const turn = ++drawn;
    const moment = state.now;
    const look = await quick.call('look', state.filled());
    if (turn !== drawn) return;
    const isOtherKeypad = look.symbols.join() !== grid.symbols.join();
    grid.look = look;
    grid.draw(moment);
    if (isOtherKeypad) drawKeypad(keypad, grid);
    const [clash] = look.clashes;
    if (clash !== undefined && isOther) say(`Clash: ${clash.text}.`, 'bad');
    const { line } = await quick.call('look', moment.puzzle);
    if (turn !== drawn) return;
    history.replaceState(null, '', `#${fragment(moment.puzzle, line)}`);
    await tabs.update();
  };
  state.onChange((_, puzzleChanged) => void draw(puzzleChanged));
  await draw(true);
}

function drawKeypad(keypad: HTMLElement, grid: GridView): void {
  const keys = grid.symbols.map((symbol, index) => button(symbol, () => grid.enter(index + 1), { tabindex: -1 }));
  const erase = button('Erase', () => grid.enter(0), { class: 'erase', tabindex: -1 });
  keypad.replaceChildren(...keys, erase);
}

start().catch((error: unknown) => say(`The page could not start: ${String(error)}`, 'bad'));
