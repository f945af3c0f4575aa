// Asks what drawings mean: SudokuPad's lines have colours, and only a person knows what the setter's words say of each.

import { button, count, element, visible } from './dom';
import type { Answer, Question } from './types';

/** What the kinds of `--line` are called where their name is not enough. */
const NAMES: Record<string, string> = { none: 'drawing only', ten: 'ten (sums of 10)', 'region-sum': 'region sum' };

export class QuestionForm {
  constructor(private readonly root: HTMLElement) {
    this.close();
  }

  close(): void {
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  /** Shows the form until it is closed; `answered` is called with each answer that leaves nothing open. */
  ask({ lines, meanings, others }: Question, answered: (answer: Answer) => void): void {
    const selects = lines.map(([colour]) => {
      const options = meanings.map((name) => element('option', { value: name }, NAMES[name] ?? name.replaceAll('-', ' ')));
      return { colour, select: element('select', {}, element('option', { value: '' }, 'choose'), ...options) };
    });
    const ignored = element('input', { type: 'checkbox' });
    const command = element('pre', { tabindex: 0, role: 'region', 'aria-label': 'These answers in a shell' });
    const answer = (): Answer => ({
      lines: selects.filter(({ select }) => select.value !== '').map(({ colour, select }) => `${colour}=${select.value}`),
      ignore_drawings: ignored.checked,
    });
    const read = button('Read with these', () => answered(answer()), { class: 'main' });
    const show = (): void => {
      const isWhole = selects.every(({ select }) => select.value !== '') && (others.length === 0 || ignored.checked);
      read.disabled = !isWhole;
      command.textContent = `puzzle-solve --unique${words(answer())} input.txt`;
    };
    this.root.replaceChildren(
      element('h3', { id: 'question-title' }, 'What do the drawings mean?'),
      element('p', {}, 'The text has only colours. The rules of the puzzle say what they stand for.'),
      ...selects.map(({ colour, select }, index) => {
        const n = count(lines[index]?.[1] ?? 0, 'line');
        return element('label', { class: 'bar' }, swatch(colour), `${visible(colour)}, ${n}`, select);
      }),
    );
    if (others.length > 0) {
      const names = others.map(visible).join(', ');
      this.root.append(element('label', { class: 'bar' }, ignored, `Pass over what else is drawn, though it may be a rule: ${names}`));
    }
    this.root.append(element('div', { class: 'bar' }, read, button('Do not read', () => this.close())), command);
    for (const node of [...selects.map(({ select }) => select), ignored]) node.addEventListener('change', show);
    show();
    this.root.hidden = false;
    (selects[0]?.select ?? ignored).focus();
  }
}

/** The answer as options of a command. */
function words({ lines, ignore_drawings }: Answer): string {
  const quoted = (word: string): string => (/^[\w=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return lines.map((line) => ` --line ${quoted(line)}`).join('') + (ignore_drawings ? ' --ignore-drawings' : '');
}

/** A piece of the colour; of nothing where the browser does not know it. */
function swatch(colour: string): HTMLElement {
  const node = element('span', { class: 'swatch', 'aria-hidden': 'true' });
  node.style.backgroundColor = CSS.supports('color', `#${colour}`) ? `#${colour}` : colour;
  return node;
}
