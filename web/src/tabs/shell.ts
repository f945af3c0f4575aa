// The command that does in a shell what a tab shows, ready to be copied.

import { button, copy, element } from '../dom';
import { quick } from '../engine';
import { hasMore, shape } from '../reader';
import type { Said } from '../status';
import type { Board } from '../types';

export class Shell {
  readonly root: HTMLElement;
  readonly #pre = element('pre', { tabindex: 0, role: 'region', 'aria-label': 'The same in a shell' });

  constructor(
    private readonly command: (options: string, isJson: boolean) => string,
    say: Said,
  ) {
    const copyButton = button('Copy command', () => void copy(`${this.#pre.textContent ?? ''}\n`, say));
    const bar = element('div', { class: 'bar' }, element('h3', {}, 'The same in a shell'), element('span', { class: 'gap' }), copyButton);
    this.root = element('div', { class: 'text-view shell' }, bar, this.#pre);
  }

  async update(puzzle: Board): Promise<void> {
    if (hasMore(puzzle)) {
      const json = await quick.call('puzzle_json', puzzle);
      this.#pre.textContent = `printf '%s\\n' '${json.replaceAll("'", "'\\''")}' > input.txt\n${this.command('', true)}`;
      return;
    }
    const { line } = await quick.call('look', puzzle);
    const block = shape(puzzle);
    const options = [block === '' ? '' : ` --block ${block}`, ...(puzzle.variants ?? []).map((name) => ` --variant ${name}`)].join('');
    this.#pre.textContent = `printf '%s\\n' '${line}' > input.txt\n${this.command(options, false)}`;
  }
}
