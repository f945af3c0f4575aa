// The page: puts its parts together.

import { Actions } from './actions';
import { Commands } from './commands';
import { byId, element } from './dom';
import { onProgress, quick } from './engine';
import { examples } from './examples';
import { generator } from './generator';
import { GridView } from './grid';
import { help } from './help';
import { Keypad } from './keypad';
import { Keys } from './keys';
import { FILES } from './modules';
import { keepOffline } from './offline';
import { output } from './output';
import { Overlay } from './overlay';
import { Puzzles } from './puzzles';
import { QuestionForm } from './question';
import { Reader, fragment } from './reader';
import { State } from './state';
import { Status } from './status';
import { cnfPanel } from './tabs/cnf';
import { packagesPanel } from './tabs/packages';
import { rdfPanel } from './tabs/rdf';
import { RulesPanel } from './tabs/rules';
import { Tabs } from './tabs/tabs';
import { timer } from './timer';
import { zoom } from './zoom';

const SIDES = [4, 6, 9, 16, 25];

function onClick(id: string, action: () => void): HTMLButtonElement {
  const node = byId(id, HTMLButtonElement);
  node.addEventListener('click', action);
  return node;
}

/** Gives the tabs, once all else works. */
async function start(): Promise<Tabs> {
  // The address is that of the grid as soon as one is drawn.
  const { hash } = location;
  const state = new State(await quick.call('blank', 9));
  const status = new Status(byId('status', HTMLElement), state);
  const { say } = status;
  // What nobody waits for fails here, as drawing a grid or a tab.
  window.addEventListener('unhandledrejection', ({ reason }) => say(`Error: ${reason instanceof Error ? reason.message : String(reason)}.`, 'bad'));
  const grid = new GridView(state, byId('grid', HTMLElement));
  const keypad = new Keypad(state, grid, byId('keypad', HTMLElement));
  const puzzles = new Puzzles(state, keypad, byId('list', HTMLElement));
  const cancel = onClick('cancel', () => commands.cancel());
  const commands = new Commands(state, status, (busy) => {
    cancel.disabled = !busy;
    document.body.classList.toggle('busy', busy);
  });
  const actions = new Actions(state, grid, commands, say);
  new Keys(state, grid, keypad, actions);
  onClick('solve', () => void actions.solve());
  onClick('hint', () => void actions.hint());
  onClick('check', () => void actions.check());
  onClick('count', () => void actions.count());
  onClick('candidates', () => void actions.candidates());
  const tabs = new Tabs(byId('tabs', HTMLElement), [
    cnfPanel(state, grid, say),
    rdfPanel(state, grid, say),
    new RulesPanel(state, grid, commands, say),
    packagesPanel(state, grid, say),
  ]);
  historyButtons(state);
  help(byId('help', HTMLButtonElement));
  timer(state, puzzles, byId('timer', HTMLElement));
  zoom(grid, byId('zoom', HTMLButtonElement), byId('board', HTMLElement));
  generator(puzzles, commands, say, byId('recipe', HTMLElement));
  output(state, grid, puzzles, commands, say, byId('output', HTMLElement), byId('sheet', HTMLElement));
  const reader = new Reader(state, puzzles, commands, say, byId('text', HTMLTextAreaElement), new QuestionForm(byId('question', HTMLElement)));
  textReading(reader);
  fileReading(reader);
  chosenPuzzles(puzzles, commands, say);
  drawing(state, grid, keypad, status, tabs);
  // The address may have been written again since, by a drawing that was under way.
  window.addEventListener('hashchange', (event) => void reader.readAddress(new URL(event.newURL).hash));
  await openExample(puzzles, 0);
  await reader.readAddress(hash);
  state.begin();
  for (const node of document.querySelectorAll<HTMLButtonElement>('[data-needs-module]')) node.disabled = false;
  document.documentElement.dataset['ready'] = 'yes';
  return tabs;
}

function historyButtons(state: State): void {
  const undo = onClick('undo', () => state.undo());
  const redo = onClick('redo', () => state.redo());
  const clear = onClick('clear', () => state.learn({ found: [], candidates: [], struck: [] }));
  const show = (): void => {
    undo.disabled = !state.canUndo;
    redo.disabled = !state.canRedo;
    clear.disabled = state.now.found.length + state.now.candidates.length === 0;
  };
  state.onChange(show);
  show();
  document.addEventListener('keydown', (event) => {
    if (isWriting(event.target) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) state.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) state.redo();
    else return;
    event.preventDefault();
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio');
}

/** Puzzles from the text area and the clipboard. */
function textReading(reader: Reader): void {
  const text = byId('text', HTMLTextAreaElement);
  onClick('read', () => void reader.read(text.value, true));
  document.addEventListener('paste', (event) => {
    if (isWriting(event.target)) return;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    void reader.read(pasted, false);
  });
}

/** Puzzles from files, chosen or dropped. */
function fileReading(reader: Reader): void {
  const input = byId('file', HTMLInputElement);
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (file !== undefined) await reader.readFile(file);
    input.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file !== undefined) void reader.readFile(file);
    else if (text !== '') void reader.read(text, false);
  });
}

async function openExample(puzzles: Puzzles, index: number): Promise<void> {
  const reading = await quick.call('read', examples[index]?.text ?? '', '');
  if (reading === null || reading.error !== null) throw new Error(reading?.error?.message ?? 'the example is a graph, expected a grid');
  puzzles.open(reading.boards);
}

/** Examples and empty grids. */
function chosenPuzzles(puzzles: Puzzles, commands: Commands, say: Status['say']): void {
  const choose = (id: string, options: string[], chosen: (index: number) => Promise<void>): void => {
    const select = byId(id, HTMLSelectElement);
    select.append(element('option', { value: '' }, 'choose'), ...options.map((name) => element('option', {}, name)));
    select.addEventListener('change', () => {
      const index = select.selectedIndex - 1;
      select.selectedIndex = 0;
      if (index < 0) return;
      commands.interrupt();
      void commands.run('Opening', () => chosen(index), true);
    });
  };
  choose('examples', examples.map(({ name }) => name), async (index) => {
    await openExample(puzzles, index);
    say(`Example: ${examples[index]?.name ?? ''}.`);
  });
  choose('sides', SIDES.map((side) => `${side}×${side}`), async (index) => {
    puzzles.open([await quick.call('blank', SIDES[index] ?? 9)]);
  });
}

/** Draws what changes. */
function drawing(state: State, grid: GridView, keypad: Keypad, status: Status, tabs: Tabs): void {
  const overlay = new Overlay(byId('overlay', SVGSVGElement), byId('board', HTMLElement), byId('constraints', HTMLElement));
  let drawn = 0;
  const draw = async (): Promise<void> => {
    const turn = ++drawn;
    document.body.dataset['drawn'] = 'no';
    const moment = state.now;
    const look = await quick.call('look', state.filled());
    if (turn !== drawn) return;
    grid.draw(moment, look);
    await overlay.draw(moment.puzzle);
    if (turn !== drawn) return;
    keypad.draw();
    status.see(moment, look.clashes[0]?.text ?? null);
    const { line } = await quick.call('look', moment.puzzle);
    if (turn !== drawn) return;
    const address = `#${await fragment(moment.puzzle, line)}`;
    if (turn !== drawn) return;
    if (location.hash !== address) history.replaceState(null, '', address);
    await tabs.update();
    if (turn === drawn) document.body.dataset['drawn'] = 'yes';
  };
  const failed = (error: unknown): void => status.say(`Error: ${error instanceof Error ? error.message : String(error)}.`, 'bad');
  state.onChange(() => void draw().catch(failed));
}

onProgress((share) => {
  const bar = byId('loading', HTMLProgressElement);
  bar.hidden = share === null;
  bar.value = share ?? 0;
});
start().then(
  async (tabs) => {
    // The module of the first tab comes before what may be needed later.
    await tabs.update();
    await keepOffline(FILES).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      byId('offline', HTMLElement).textContent = `Not kept in the browser for use without a network: ${why}.`;
    });
  },
  (error: unknown) => {
    const status = byId('status', HTMLElement);
    status.textContent = `The page could not start: ${error instanceof Error ? error.message : String(error)}.`;
    status.dataset['mood'] = 'bad';
  },
);
