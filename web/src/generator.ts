// New puzzles, by the generator behind `grid-gen`.

import type { Commands } from './commands';
import { button, count, element } from './dom';
import { long } from './engine';
import type { Puzzles } from './puzzles';
import type { Said } from './status';
import { choice } from './tabs/text';

const SYMMETRIES: [string, string][] = [
  ['none', 'any pattern'],
  ['half-turn', 'half turn'],
  ['quarter-turn', 'quarter turn'],
  ['mirror', 'mirror'],
  ['diagonal', 'diagonal'],
];
const TECHNIQUES: [string, string][] = [
  ['', 'any'],
  ['hidden-single', 'hidden single'],
  ['naked-single', 'naked single'],
  ['locked-candidate', 'locked candidate'],
  ['subset', 'subset'],
  ['search', 'a search'],
];

export function generator(puzzles: Puzzles, commands: Commands, say: Said, root: HTMLElement): void {
  const givens = element('input', { id: 'givens', type: 'number', min: 20, max: 80, placeholder: 'any' });
  const [symmetryLabel, symmetry] = choice('Pattern', SYMMETRIES, () => undefined);
  const [techniqueLabel, technique] = choice('Hardest step', TECHNIQUES, () => undefined);
  const make = (): Promise<void> => {
    commands.interrupt();
    return commands.run('Making a puzzle', async () => {
      if (!givens.checkValidity()) {
        say(`Givens: expected a whole number from ${givens.min} to ${givens.max}, or nothing.`, 'bad');
        return;
      }
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      const recipe = { seed, givens: Number(givens.value), symmetry: symmetry.value, technique: technique.value };
      const board = await long.call('generate', recipe);
      puzzles.open([board]);
      say(`A new puzzle with ${count(board.cells.filter((value) => value > 0).length, 'given')} and one solution.`, 'good');
    });
  };
  root.append(
    element('div', { class: 'bar' }, element('label', {}, 'Givens ', givens), symmetryLabel, techniqueLabel),
    element('div', { class: 'bar' }, button('Make a puzzle', () => void make(), { id: 'generate' })),
  );
}
