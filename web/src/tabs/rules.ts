// A rule set at work on the puzzle, round by round.

import { button, copy, count, download, element } from '../dom';
import type { Commands } from '../commands';
import { long, quick } from '../engine';
import type { GridView } from '../grid';
import { type Moment, type State, hasSameValues } from '../state';
import type { Said as Say } from '../status';
import type { Round, RuleSet, Said } from '../types';
import type { Panel } from './tabs';
import { Shell } from './shell';
import { choice } from './text';
import { WhyView } from './why';

export class RulesPanel implements Panel {
  readonly id = 'rules';
  readonly title = 'Rules';
  readonly body: HTMLElement;
  #sets: RuleSet[] = [];
  #loaded: Promise<void> | null = null;
  readonly #select: HTMLSelectElement;
  readonly #text = element('textarea', { id: 'rules', rows: 16, spellcheck: 'false', autocomplete: 'off', wrap: 'off' });
  readonly #fold = element('input', { id: 'fold', type: 'text', spellcheck: 'false', autocomplete: 'off' });
  readonly #said = element('ul', { class: 'said', 'aria-label': 'Errors and warnings' });
  readonly #log = element('ol', { class: 'log', 'aria-label': 'Rounds' });
  readonly #why: WhyView;
  readonly #shell: Shell;
  readonly #buttons: HTMLButtonElement[];
  /** The moment that the last round left, on which the next one can build. */
  #last: Moment | null = null;
  /** The worker that has it. */
  #generation = 0;
  #check = 0;

  constructor(
    private readonly state: State,
    private readonly grid: GridView,
    private readonly commands: Commands,
    private readonly say: Say,
  ) {
    const [label, select] = choice('Rule set', [], () => this.#take());
    this.#select = select;
    this.#why = new WhyView(grid);
    this.#shell = new Shell((options) => {
      const fold = this.#fold.value.split(/\s+/).map((name) => ` --fold ${name}`).join('');
      const run = `srl-run --merge --repeat${fold} ${select.value || 'rules'}.srl problem.ttl > inferred.nt`;
      return `sudoku2rdf${options} input.txt > problem.ttl\n${run}\nrdf2grid --partial --puzzle input.txt inferred.nt`;
    }, say);
    this.#text.addEventListener('input', () => this.#checkSoon());
    this.#buttons = [
      button('Run to the end', () => void this.#run(true), { class: 'main', id: 'run-all' }),
      button('Run a round', () => void this.#run(false), { id: 'run-round' }),
    ];
    const tools = [
      button('Copy rules', () => void copy(this.#text.value, say)),
      button('Download', () => download(this.#text.value, `${select.value || 'rules'}.srl`)),
    ];
    this.body = element(
      'div',
      {},
      element(
        'p',
        {},
        'Rules add triples to the graph and never take one back. A round infers what it can from the values so far; the values are folded into the graph, and the next round sees more. Where no rule fits, it stalls.',
      ),
      element('div', { class: 'bar' }, label, element('span', { class: 'tools' }, ...tools)),
      element('label', { for: 'rules', class: 'unseen' }, 'The rules'),
      this.#text,
      this.#said,
      element('div', { class: 'bar' }, ...this.#buttons, element('label', { for: 'fold' }, 'Fold'), this.#fold),
      this.#log,
      this.#why.root,
      this.#shell.root,
    );
  }

  async update(): Promise<void> {
    await this.#load();
    if (this.#last === null || !hasSameValues(this.#last, this.state.now)) this.#restart();
    await this.#shell.update(this.state.now.puzzle);
  }

  /** Puts the rule sets into the menu, once, however often it is asked meanwhile. */
  #load(): Promise<void> {
    this.#loaded ??= quick.call('rule_sets').then(
      (sets) => {
        this.#sets = sets;
        this.#select.append(...sets.map(({ name, about }) => element('option', { value: name }, `${name}: ${about}`)));
        // What was written meanwhile stays.
        if (this.#text.value === '') this.#take();
        else this.#fold.value ||= sets[0]?.fold ?? '';
      },
      (error: unknown) => {
        this.#loaded = null;
        throw error;
      },
    );
    return this.#loaded;
  }

  #take(): void {
    const chosen = this.#sets.find(({ name }) => name === this.#select.value);
    if (chosen === undefined) return;
    this.#text.value = chosen.text;
    this.#text.scrollTop = 0;
    this.#fold.value = chosen.fold;
    this.#checkSoon();
  }

  #restart(): void {
    this.#last = null;
    this.#log.replaceChildren();
    this.#why.clear();
  }

  /** Checks the text a moment after the last key. */
  #checkSoon(): void {
    this.#restart();
    clearTimeout(this.#check);
    this.#check = window.setTimeout(() => void this.#checkNow(), 200);
  }

  async #checkNow(): Promise<boolean> {
    const text = this.#text.value;
    const said = await quick.call('check_rules', text);
    const errors = said.filter(({ severity }) => severity === 'error');
    if (this.#text.value === text) {
      this.#said.replaceChildren(...said.filter(({ severity }) => severity !== 'note').map((one) => this.#drawSaid(one)));
      this.#text.setAttribute('aria-invalid', String(errors.length > 0));
    }
    return errors.length === 0;
  }

  #drawSaid({ severity, line, column, start, end, message, help }: Said): HTMLElement {
    const place = button(`line ${line}, column ${column}`, () => {
      this.#text.focus();
      this.#text.setSelectionRange(start, Math.max(end, start + 1));
      const height = this.#text.scrollHeight / (this.#text.value.split('\n').length + 1);
      this.#text.scrollTop = Math.max(0, (line - 4) * height);
    });
    const more = help === null ? [] : [element('span', { class: 'help' }, ` ${help}`)];
    return element('li', { class: severity }, place, ` ${severity}: ${message}.`, ...more);
  }

  #run(toTheEnd: boolean): Promise<void> {
    const name = toTheEnd ? 'Running the rules' : 'Running a round';
    return this.commands.run(name, async () => {
      await this.#load();
      if (!(await this.#checkNow())) {
        this.say('The rules have errors, so none was run.', 'bad');
        return;
      }
      // A worker that was cancelled, with whatever it did, took the rules along.
      if (this.#last === null || !hasSameValues(this.#last, this.state.now) || this.#generation !== long.generation('rules')) {
        this.#restart();
        this.state.learn({ found: [], candidates: [], struck: [] });
        this.#last = this.state.now;
        const started = long.call('start_rules', this.state.now.puzzle, this.#text.value, this.#fold.value);
        // The call may have started the worker.
        this.#generation = long.generation('rules');
        await started;
      }
      let goesOn = true;
      while (goesOn) goesOn = (await this.#round()) && toTheEnd;
    }, !toTheEnd);
  }

  /** Runs a round and shows it: whether there is another one. */
  async #round(): Promise<boolean> {
    const before = this.state.now;
    const round = await long.call('next_round');
    // Marks and colours may have been written meanwhile; other values would have ended the run.
    const found = before.puzzle.cells.map((_, cell) => before.found[cell] ?? 0);
    const fresh = round.values.filter(([cell]) => !before.puzzle.cells[cell] && !found[cell]);
    const wrong = round.values.find(([cell, value], i) => round.values.some(([c, v], j) => i !== j && c === cell && v !== value));
    for (const [cell, value] of fresh) found[cell] = value;
    const isFull = found.every((value, cell) => value > 0 || (before.puzzle.cells[cell] ?? 0) > 0);
    const candidates = isFull ? [] : round.candidates;
    this.state.learn({ found, candidates, marked: fresh.map(([cell]) => cell) });
    this.#last = this.state.now;
    this.#log.append(this.#drawRound(round, fresh.length));
    this.#why.add(round.why);
    return this.#goesOn(round, wrong === undefined ? null : wrong[0]);
  }

  #goesOn(round: Round, wrong: number | null): boolean {
    const { puzzle, found } = this.state.now;
    const open = puzzle.cells.filter((value, cell) => value === 0 && !found[cell]).length;
    if (round.stopped !== null) this.say(`Stopped in round ${round.number}: ${round.stopped}.`, 'bad');
    else if (wrong !== null) {
      this.say(`Round ${round.number} puts two values into a cell: the puzzle has no solution.`, 'bad');
      this.grid.select(wrong);
    } else if (open === 0) this.say(`Solved by rules in ${count(round.number, 'round')}.`, 'good');
    else if (round.folded === 0) this.say(`Stalled in round ${round.number}: ${count(open, 'cell')} open, and no rule finds more.`, 'bad');
    else {
      this.say(`Round ${round.number}: ${count(open, 'cell')} open.`);
      return true;
    }
    return false;
  }

  #drawRound(round: Round, n_values: number): HTMLElement {
    const n_candidates = round.candidates.reduce((sum, bits) => sum + bits.toString(2).replaceAll('0', '').length, 0);
    const rules = round.rules.map(([name, n]) => `${name} ${n}`).join(', ');
    return element(
      'li',
      {},
      `${count(n_values, 'new value')}, ${count(n_candidates, 'candidate')}, ${count(round.inferred, 'triple')} inferred`,
      element('span', { class: 'help' }, rules === '' ? '' : ` (${rules})`),
    );
  }
}
